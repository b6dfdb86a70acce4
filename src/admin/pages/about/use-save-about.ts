import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, parseResponse } from '../../api-client.ts';
import { ApiError, isStaleSave } from '../../api/api-error.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { settingsQuery } from '../../settings/site-settings.ts';
import { systemQuery } from '../../settings/system-query.ts';
import { type AboutFormValues, blocksOf } from './about-form-values.ts';
import { type AboutPage, aboutQuery } from './about-queries.ts';

interface AboutSave {
  readonly values: AboutFormValues;
  readonly isDraft: boolean;
  /** The revision that the values are based on. */
  readonly revision: number | string;
}

/** Saves a draft of the About page, or publishes it. After a conflict the cache has the current page. */
export function useSaveAbout(onSaved: (saved: AboutPage, sent: AboutFormValues) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ values, isDraft, revision }: AboutSave) =>
      parseResponse(
        api.newsroom.about.$put({
          header: { 'if-match': `"${revision}"` },
          json: { ...blocksOf(values), is_draft: isDraft, restored_from: values.restoredFrom },
        }),
      ),
    onSuccess(saved, { values, isDraft }) {
      queries.setQueryData(aboutQuery.queryKey, saved);
      // Its blocks are settings, on which the checklist depends.
      for (const { queryKey } of [settingsQuery(), systemQuery()])
        void queries.invalidateQueries({ queryKey });
      toastSuccess(isDraft ? 'Draft saved' : 'Page published');
      onSaved(saved, values);
    },
    async onError(error) {
      toastFailure('Failed to save page', error instanceof ApiError ? error.message : undefined);
      if (isStaleSave(error)) await queries.fetchQuery({ ...aboutQuery, staleTime: 0 });
    },
  });
}
