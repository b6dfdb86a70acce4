import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';

const { $get: read, $patch: change } = api.newsroom.settings;

/** The settings of the site. */
export type SiteSettings = ResponseBody<Awaited<ReturnType<typeof read>>>;
type Changes = Parameters<typeof change>[0]['json'];

export function settingsQuery() {
  return queryOptions({
    queryKey: ['newsroom', 'settings'],
    queryFn: ({ signal }) => parseResponse(read({}, { init: { signal } })),
  });
}

/** Saves settings, shows a toast, and updates the cache that all settings forms use. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (json: Changes) => parseResponse(change({ json })),
    onSuccess: (saved) => {
      queries.setQueryData(settingsQuery().queryKey, saved);
      toastSuccess('Settings saved');
    },
    onError: (error) =>
      toastFailure('Failed to save settings', error instanceof ApiError ? error.message : undefined),
  });
}
