import { RETENTION_SETTINGS } from '#domain/site/settings/retention-settings.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { TextField } from '../components/field.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import {
  RETENTION_FIELDS,
  retentionFormValues,
  settingsPatchFrom,
  formValuesFrom,
} from './retention-fields.ts';
import { SettingsForm } from './settings-form.tsx';
import { type SiteSettings, useSaveSettingsForm } from './site-settings.ts';

/** Attributes of fields for whole numbers of days. */
const INTEGER_INPUT = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;

export function RetentionForm({ settings }: { readonly settings: SiteSettings }) {
  const draft = useFormDraft({
    formId: 'settings/retention',
    schema: retentionFormValues,
    saved: formValuesFrom(settings),
  });
  const saving = useSaveSettingsForm({ draft, valuesFrom: formValuesFrom });
  const fieldErrors = fieldErrorsOf(saving.error);

  const save = () => saving.mutate({ changes: settingsPatchFrom(draft.values), sent: draft.values });

  return (
    <SettingsForm className="retention-form" saving={saving} draft={draft} onSave={save}>
      {RETENTION_FIELDS.map(({ name, hint }) => (
        <TextField
          key={name}
          label={RETENTION_SETTINGS[name].label}
          hint={hint}
          error={fieldErrors[name]}
          value={draft.values[name]}
          onChange={(event) => draft.change({ [name]: event.target.value })}
          {...INTEGER_INPUT}
        />
      ))}
    </SettingsForm>
  );
}
