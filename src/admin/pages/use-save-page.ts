import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { inputOf, type PageFormValues } from './page-form-values.ts';
import { type OwnPage, setPage } from './page-queries.ts';

export interface PageSave {
  readonly values: PageFormValues;
  readonly isDraft: boolean;
}

interface SavePageOptions {
  /** Null for a new page. */
  readonly page: OwnPage | null;
  /** The outline of a new page; null for an empty one. */
  readonly kind: OutlineKind | null;
  /** The revision that the values are based on. */
  readonly revision: number | string;
  readonly onSaved: (saved: OwnPage, sent: PageFormValues) => void;
}

/** Creates, saves, publishes or unpublishes a page. */
export function useSavePage({ page, kind, revision, onSaved }: SavePageOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ values, isDraft }: PageSave): Promise<OwnPage> => {
      const json = { ...inputOf(values), is_draft: isDraft };
      if (page === null) return parseResponse(api.newsroom.pages.$post({ json: { ...json, kind } }));
      return parseResponse(
        api.newsroom.pages[':id'].$put({
          param: { id: page.id },
          header: { 'if-match': `"${revision}"` },
          json: { ...json, restored_from: values.restoredFrom },
        }),
      );
    },
    async onSuccess(saved, { values }) {
      await setPage(queries, saved);
      toastSuccess(successText(page, saved));
      onSaved(saved, values);
    },
    onError: (error) =>
      toastFailure('Failed to save page', error instanceof ApiError ? error.message : undefined),
  });
}

function successText(before: OwnPage | null, { is_draft: isDraft }: OwnPage): string {
  const wasPublished = before?.is_draft === false;
  if (isDraft) return wasPublished ? 'Page taken offline' : 'Draft saved';
  return wasPublished ? 'Page updated' : 'Page published';
}
