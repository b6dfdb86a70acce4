import { ApiError } from '../api/api-error.ts';
import { TextField } from '../parts/field.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { KEPT_FIELDS, retentionFormValues, patchFrom, typedFrom } from './kept-fields.ts';
import { SettingsForm } from './settings-form.tsx';
import { type SiteSettings, useSavingSettings } from './site-settings.ts';

/** Whole numbers of days, empty where there may be none. */
const DIGITS = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;

export function KeptForm({ settings }: { readonly settings: SiteSettings }) {
  const draft = useFormDraft({
    formId: 'settings/retention',
    schema: retentionFormValues,
    saved: typedFrom(settings),
  });
  const saving = useSavingSettings();
  const wrong = saving.error instanceof ApiError ? saving.error.fields : {};

  const save = () =>
    saving.mutate(patchFrom(draft.values), {
      onSuccess: (saved) => draft.settle({ sent: draft.values, saved: typedFrom(saved) }),
    });

  return (
    <SettingsForm className="kept-form" saving={saving} draft={draft} onSave={save}>
      {KEPT_FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={wrong[name]}
          value={draft.values[name]}
          onChange={(event) => draft.change({ [name]: event.target.value })}
          {...DIGITS}
        />
      ))}
    </SettingsForm>
  );
}
