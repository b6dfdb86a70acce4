import type { ReactNode } from 'react';
import { SETTING_DEFINITIONS } from '#domain/site/settings.ts';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import {
  changesFrom,
  formValuesFrom,
  type IdentityFormValues,
  identityFormValues,
  type IdentitySection,
  SECTION_FIELDS,
} from './identity-fields.ts';
import { isSampleValue } from './sample-value.ts';
import { SettingField } from './setting-field.tsx';
import { entryErrors, settingError } from './setting-error.ts';
import { SettingsForm } from './settings-form.tsx';
import { type SiteSettings, useSaveSettingsForm } from './site-settings.ts';

interface IdentityFormProps {
  readonly section: IdentitySection;
  readonly settings: SiteSettings;
  /** Shows the entered values between the fields and the button. */
  readonly preview?: (values: IdentityFormValues) => ReactNode;
}

/** The form of one section, with a field for each of its settings. Locked fields are disabled. */
export function IdentityForm({ section, settings, preview }: IdentityFormProps) {
  const saved = formValuesFrom(section, settings);
  const draft = useFormDraft({ formId: `settings/${section}`, schema: identityFormValues, saved });
  const saving = useSaveSettingsForm({ draft, valuesFrom: (next) => formValuesFrom(section, next) });

  const save = () =>
    saving.mutate({ changes: changesFrom(section, draft.values, saved), sent: draft.values });

  return (
    <SettingsForm className="identity-form" saving={saving} draft={draft} onSave={save}>
      {SECTION_FIELDS[section].map(({ name, kind }) => (
        <SettingField
          key={name}
          kind={kind}
          label={SETTING_DEFINITIONS[name].label}
          description={SETTING_DEFINITIONS[name].description}
          lockedBy={settings.locked[name]}
          error={settingError(saving.error, name)}
          entryErrors={entryErrors(saving.error, name)}
          value={(settings.locked[name] === undefined ? draft.values[name] : saved[name]) ?? ''}
          isSample={isSampleValue(name, kind, draft.values[name])}
          onChange={(text) => draft.change({ [name]: text })}
        />
      ))}
      {preview?.(draft.values)}
    </SettingsForm>
  );
}
