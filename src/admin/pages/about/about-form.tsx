import { type FormEvent, useRef } from 'react';
import { SETTING_DEFINITIONS } from '#domain/site/settings.ts';
import { isStaleSave } from '../../api/api-error.ts';
import { entryErrors, settingError } from '../../settings/setting-error.ts';
import { isSampleValue } from '../../settings/sample-value.ts';
import { SettingField } from '../../settings/setting-field.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { FormDraftNotice } from '../../unsaved/form-draft-notice.tsx';
import { useFormDraft } from '../../unsaved/use-form-draft.ts';
import { AboutActions } from './about-actions.tsx';
import { ABOUT_FIELDS, type AboutFormValues, aboutFormValues, formValuesOf } from './about-form-values.ts';
import type { AboutPage } from './about-queries.ts';
import { useSaveAbout } from './use-save-about.ts';

/** The blocks of the About page. Unsaved values survive leaving the form. */
export function AboutForm({ page }: { readonly page: AboutPage }) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft<AboutFormValues>({
    formId: 'about',
    schema: aboutFormValues,
    saved: formValuesOf(page),
    revision: page.revision,
  });
  const saving = useSaveAbout((saved, sent) =>
    draft.onSaved({ sent, saved: formValuesOf(saved), revision: saved.revision }),
  );
  const isStale = isStaleSave(saving.error);

  useFormError(form, saving.error);

  function save(isDraft: boolean): void {
    if (saving.isPending) return;
    // After a conflict the user has been told that saving again replaces the other version.
    const revision = isStale ? page.revision : (draft.revision ?? page.revision);
    saving.mutate({ values: draft.values, isDraft, revision });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    save(true);
  }
  return (
    <form ref={form} className="identity-form" onSubmit={submit} noValidate>
      {ABOUT_FIELDS.map(({ name, kind }) => (
        <SettingField
          key={name}
          kind={kind}
          label={SETTING_DEFINITIONS[name].label}
          description={SETTING_DEFINITIONS[name].description}
          lockedBy={undefined}
          error={settingError(saving.error, name)}
          entryErrors={entryErrors(saving.error, name)}
          value={draft.values[name]}
          isSample={isSampleValue(name, kind, draft.values[name])}
          onChange={(text) => draft.change({ [name]: text })}
        />
      ))}
      {isStale && (
        <p role="alert" className="text-sm text-muted">
          Someone else saved this page. Your fields are kept; saving again replaces theirs, which stay as a
          revision.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <AboutActions
        page={page}
        values={draft.values}
        savingAs={saving.isPending ? (saving.variables.isDraft ? 'draft' : 'published') : null}
        onSave={save}
        onRestore={draft.change}
      />
    </form>
  );
}
