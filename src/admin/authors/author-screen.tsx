import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authorPath } from '#domain/articles/authors/author.ts';
import { ApiError } from '../api/api-error.ts';
import { DeleteButton, PublicPageLink } from '../components/item-actions.tsx';
import { ItemScreen } from '../components/item-screen.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { AuthorAccount } from './author-account.tsx';
import { AuthorForm } from './author-form.tsx';
import { type Author, authorQuery } from './author-queries.ts';
import { DeleteAuthor } from './delete-author.tsx';

interface AuthorScreenProps {
  /** Null for a new author. */
  readonly id: string | null;
  readonly onCreated: (author: Author) => void;
  readonly onBack: () => void;
}

/** One author: the form, the link to the public page, and deletion. */
export function AuthorScreen({ id, onCreated, onBack }: AuthorScreenProps) {
  const { data, error, refetch } = useQuery({ ...authorQuery(id ?? ''), enabled: id !== null });
  const isDeleted = error instanceof ApiError && error.status === 404;
  return (
    <ItemScreen
      title={id === null ? 'New author' : (data?.name ?? 'Author')}
      list="All authors"
      actions={data !== undefined && !isDeleted && <AuthorActions author={data} onDeleted={onBack} />}
      onBack={onBack}
    >
      {id === null ? (
        <AuthorForm author={null} onCreated={onCreated} />
      ) : isDeleted ? (
        <Notice text="This author no longer exists" />
      ) : data !== undefined ? (
        <>
          <AuthorForm author={data} onCreated={onCreated} />
          <AuthorAccount author={data} />
        </>
      ) : error === null ? (
        <Spinner label="Loading author..." />
      ) : (
        <LoadFailure text="Failed to load author" onRetry={refetch} />
      )}
    </ItemScreen>
  );
}

interface AuthorActionsProps {
  readonly author: Author;
  readonly onDeleted: () => void;
}

function AuthorActions({ author, onDeleted }: AuthorActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <PublicPageLink path={authorPath(author.slug)} />
      <DeleteButton label="Delete" onClick={() => setDeleting(true)} />
      <DeleteAuthor
        author={author}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </div>
  );
}
