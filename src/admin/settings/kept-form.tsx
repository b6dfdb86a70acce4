import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { TextField } from '../parts/field.tsx';
import { KEPT_FIELDS, patchFrom, typedFrom } from './kept-fields.ts';
import { SettingsForm } from './settings-form.tsx';
import { type SiteSettings, useSavingSettings } from './site-settings.ts';

/** Whole numbers of days, empty where there may be none. */
const DIGITS = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;

export function KeptForm({ settings }: { readonly settings: SiteSettings }) {
  const [typed, setTyped] = useState(() => typedFrom(settings));
  const saving = useSavingSettings();
  const wrong = saving.error instanceof ApiError ? saving.error.fields : {};

  const save = () => saving.mutate(patchFrom(typed), { onSuccess: (saved) => setTyped(typedFrom(saved)) });

  return (
    <SettingsForm className="kept-form" saving={saving} onSave={save}>
      {KEPT_FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={wrong[name]}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          {...DIGITS}
        />
      ))}
    </SettingsForm>
  );
}
