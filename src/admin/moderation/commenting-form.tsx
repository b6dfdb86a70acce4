import { COMMENT_SETTINGS } from '#domain/site/settings/comment-settings.ts';
import { CheckField } from '../components/check-field.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { settingError } from '../settings/setting-error.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import { type SiteSettings, useSaveSettingsForm } from '../settings/site-settings.ts';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { commentingFormValues, settingsPatchFrom, formValuesFrom } from './commenting-form-values.ts';

/** Attributes of fields for whole numbers. */
const INTEGER_INPUT = { inputMode: 'numeric', pattern: '\\d*', maxLength: 4 } as const;

export function CommentingForm({ settings }: { readonly settings: SiteSettings }) {
  const draft = useFormDraft({
    formId: 'settings/commenting',
    schema: commentingFormValues,
    saved: formValuesFrom(settings),
  });
  const values = draft.values;
  const saving = useSaveSettingsForm({ draft, valuesFrom: formValuesFrom });
  const error = (name: string) => settingError(saving.error, name);
  const text = (name: 'links' | 'closeAfter' | 'keptFor') => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => draft.change({ [name]: event.target.value }),
  });

  const save = () => saving.mutate({ changes: settingsPatchFrom(values), sent: values });

  return (
    <SettingsForm className="commenting-form" saving={saving} draft={draft} onSave={save}>
      <CheckField isChecked={values.holdsFirst} onChange={(holdsFirst) => draft.change({ holdsFirst })}>
        {COMMENT_SETTINGS.comment_first_pending.label}
        <small>
          After the first approval, further comments appear immediately, unless another rule holds them.
        </small>
      </CheckField>
      <TextField
        label={COMMENT_SETTINGS.comment_links_allowed.label}
        hint="Comments with more links are held for review. From 0 to 20."
        error={error('comment_links_allowed')}
        {...INTEGER_INPUT}
        {...text('links')}
      />
      <TextField
        label={COMMENT_SETTINGS.comment_close_after_days.label}
        hint="From 1 to 3650, counted from the publication of an article. Leave empty to keep comments open."
        error={error('comment_close_after_days')}
        {...INTEGER_INPUT}
        {...text('closeAfter')}
      />
      <TextField
        label={COMMENT_SETTINGS.comment_deleted_retention_days.label}
        hint="Deleted comments can be restored until then. From 1 to 365."
        error={error('comment_deleted_retention_days')}
        {...INTEGER_INPUT}
        {...text('keptFor')}
      />
      <TextArea
        label={COMMENT_SETTINGS.comment_pending_words.label}
        hint="One word or phrase per line, each of 2 to 60 characters; at most 500. Whole words count; case and accents are ignored."
        rows={6}
        error={error('comment_pending_words')}
        value={values.words}
        onChange={(event) => draft.change({ words: event.target.value })}
      />
    </SettingsForm>
  );
}
