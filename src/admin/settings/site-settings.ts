import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isStaleSave } from '../api/api-error.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { defaultAuthorOf } from '#domain/site/default-author.ts';
import { newsroomIcon } from '../newsroom-icon.ts';
import { updatePublication, updateStyleSheet } from '../publication.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import type { FormDraft } from '../unsaved/use-form-draft.ts';
import { systemQuery } from './system-query.ts';

const { $get: read, $patch: change } = api.newsroom.settings;

/** The settings of the site. */
export type SiteSettings = ResponseBody<Awaited<ReturnType<typeof read>>>;
export type SettingsChanges = Parameters<typeof change>[0]['json'];

export function settingsQuery() {
  return queryOptions({
    queryKey: ['newsroom', 'settings'],
    queryFn: ({ signal }) => parseResponse(read({}, { init: { signal } })),
  });
}

interface FormSave<Values> {
  readonly changes: SettingsChanges;
  /** The values of the form at the time of the request. */
  readonly sent: Values;
}

interface SettingsFormOptions<Values> {
  readonly draft: Pick<FormDraft<Values>, 'onSaved'>;
  readonly valuesFrom: (settings: SiteSettings) => Values;
}

/** Saves the settings of a form, also if the form is left before the response. */
export function useSaveSettingsForm<Values>({ draft, valuesFrom }: SettingsFormOptions<Values>) {
  return useSettingsMutation<FormSave<Values>>({
    changesOf: ({ changes }) => changes,
    onSaved: (saved, { sent }) => draft.onSaved({ sent, saved: valuesFrom(saved) }),
  });
}

/** Saves settings that are not part of a form. */
export const useSaveSettings = () =>
  useSettingsMutation<SettingsChanges>({ changesOf: (changes) => changes });

interface SettingsMutationOptions<Variables> {
  readonly changesOf: (variables: Variables) => SettingsChanges;
  /** Unlike a callback of `mutate`, it is also called after the component was unmounted. */
  readonly onSaved?: (saved: SiteSettings, variables: Variables) => void;
}

/**
 * Saves settings, shows a toast, and updates the cache that all settings forms use. After a conflict the cache has the
 * current settings, so that the forms show them beside what the user entered, and the next save is based on them.
 */
function useSettingsMutation<Variables>({ changesOf, onSaved }: SettingsMutationOptions<Variables>) {
  const queries = useQueryClient();
  const { queryKey } = settingsQuery();
  return useMutation({
    // One after the other: each save is based on the result of the previous one.
    scope: { id: 'settings' },
    async mutationFn(variables: Variables) {
      const { revision } = await queries.ensureQueryData(settingsQuery());
      const json = changesOf(variables);
      return parseResponse(change({ header: { 'if-match': `"${revision}"` }, json }));
    },
    onSuccess: (saved, variables) => {
      queries.setQueryData(queryKey, saved);
      onSaved?.(saved, variables);
      updatePublication({
        name: saved.publication_name,
        tagline: saved.publication_tagline,
        timeZone: saved.publication_time_zone,
        locale: saved.publication_locale,
        defaultAuthor: defaultAuthorOf(saved),
        icon: newsroomIcon(saved.appearance_icon),
        signUp: saved.account_sign_up_open ? 'open' : 'closed',
      });
      updateStyleSheet(saved.style_sheet);
      toastSuccess('Settings saved');
      // The checklist depends on them.
      void queries.invalidateQueries({ queryKey: systemQuery().queryKey });
    },
    onError: async (error) => {
      toastFailure('Failed to save settings', error instanceof ApiError ? error.message : undefined);
      if (isStaleSave(error)) await queries.fetchQuery({ ...settingsQuery(), staleTime: 0 });
    },
  });
}
