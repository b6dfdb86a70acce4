import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type AuthorFormValues, inputOf } from './author-form-values.ts';
import { type Author, setAuthor } from './author-queries.ts';

interface SaveAuthorOptions {
  /** Null for a new author. */
  readonly author: Author | null;
  /** The profile of the signed-in account. */
  readonly isOwn: boolean;
  /** The revision that the values are based on. */
  readonly revision: number | string;
  readonly onSaved: (saved: Author, sent: AuthorFormValues) => void;
}

/** Creates or changes an author. */
export function useSaveAuthor({ author, isOwn, revision, onSaved }: SaveAuthorOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: AuthorFormValues): Promise<Author> => {
      const json = inputOf(values);
      if (author === null) return parseResponse(api.newsroom.authors.$post({ json }));
      const header = { 'if-match': `"${revision}"` };
      if (isOwn) return parseResponse(api.newsroom['own-author'].$put({ header, json }));
      return parseResponse(api.newsroom.authors[':id'].$put({ param: { id: author.id }, header, json }));
    },
    async onSuccess(saved, sent) {
      await setAuthor(queries, saved);
      toastSuccess(author === null ? 'Author created' : isOwn ? 'Profile saved' : 'Author saved');
      onSaved(saved, sent);
    },
    onError: (error) =>
      toastFailure(
        isOwn ? 'Failed to save profile' : 'Failed to save author',
        error instanceof ApiError ? error.message : undefined,
      ),
  });
}
