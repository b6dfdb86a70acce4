import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';

const { $get: read, $patch: change } = api.newsroom.settings;

/** What an administrator decides for the whole site. */
export type SiteSettings = AnswerOf<Awaited<ReturnType<typeof read>>>;
type Changes = Parameters<typeof change>[0]['json'];

export function settingsOfSite() {
  return queryOptions({
    queryKey: ['newsroom', 'settings'],
    queryFn: ({ signal }) => answerOf(read({}, { init: { signal } })),
  });
}

/** Saves some of them, says how it went, and has every form show what is stored then. */
export function useSavingSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (json: Changes) => answerOf(change({ json })),
    onSuccess: (saved) => {
      queries.setQueryData(settingsOfSite().queryKey, saved);
      toastSuccess('Settings saved');
    },
    onError: (error) =>
      toastFailure('Failed to save settings', error instanceof ApiError ? error.message : undefined),
  });
}
