import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { DESCRIPTION_MAX_LENGTH } from '#domain/categories/category.ts';
import { NO_ARTICLES } from '#domain/categories/default-sections.ts';
import { SECTION_SLUG_MAX_LENGTH, sectionPath } from '#domain/categories/section.ts';
import {
  EMPTY_TEXT_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
  SECTION_SHORT_NAME_MAX_LENGTH,
} from '#domain/categories/section-input.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { CheckField } from '../components/check-field.tsx';
import { SelectField, TextArea, TextField } from '../components/field.tsx';
import { useFormError } from '../components/use-form-error.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useRecordDraft } from '../unsaved/use-record-draft.ts';
import { IconField } from './icon-field.tsx';
import { formValuesOf, NEW_SECTION, sectionFormValues, segmentOf } from './section-form-values.ts';
import { refreshSections, type Section } from './section-queries.ts';
import { useSaveSection } from './use-save-section.ts';

interface SectionFormProps {
  /** Null for a new section. */
  readonly section: Section | null;
  readonly onCreated: (section: Section) => void;
}

const LEVELS = [
  { value: 'top', label: 'A section of its own: /name' },
  { value: 'category', label: 'A category: /articles/name' },
];

/** The fields of a section. Unsaved values survive leaving the form. */
export function SectionForm({ section, onCreated }: SectionFormProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { base, draft, revision, hasConflict, onSaved, onSaveError } = useRecordDraft({
    record: section,
    form: 'section',
    schema: sectionFormValues,
    newValues: NEW_SECTION,
    valuesOf: formValuesOf,
    load: async (id) => (await refreshSections(queries)).sections.find((one) => one.id === id),
    onCreated,
  });
  const { values } = draft;
  const saving = useSaveSection({ section: base, revision, onSaved });

  useFormError(form, saving.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (saving.isPending) return;
    saving.mutate(values, { onError: onSaveError });
  }

  const errors = fieldErrorsOf(saving.error);
  const textProps = (
    field: 'name' | 'shortName' | 'pathSegment' | 'description' | 'emptyText',
    name: string,
  ) => ({
    value: values[field],
    // Short name and path come from the name if they are empty.
    error:
      field !== 'name' && values[field] === '' && errors['name'] !== undefined ? undefined : errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      draft.change({ [field]: target.value }),
  });
  const path = sectionPath({ isCategory: values.isCategory, pathSegment: segmentOf(values) || '…' });
  return (
    <form ref={form} className="section-form" onSubmit={submit} noValidate>
      <TextField
        label="Name *"
        required
        maxLength={SECTION_NAME_MAX_LENGTH}
        hint="The heading of its page."
        {...textProps('name', 'name')}
      />
      <TextField
        label="Short name"
        maxLength={SECTION_SHORT_NAME_MAX_LENGTH}
        hint="In menus and on articles. Leave it empty for the name."
        {...textProps('shortName', 'short_name')}
      />
      <TextField
        label="Path"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SECTION_SLUG_MAX_LENGTH}
        hint={`URL: ${path}. Former paths redirect to it.`}
        {...textProps('pathSegment', 'path_segment')}
      />
      <SelectField
        label="Kind"
        value={values.isCategory ? 'category' : 'top'}
        options={LEVELS}
        error={errors['is_category']}
        hint="Categories are in the menu “Articles”, others in the menu “Content” and on a card of their own."
        onChange={(value) => draft.change({ isCategory: value === 'category' })}
      />
      <IconField value={values.icon} onChange={(icon) => draft.change({ icon })} />
      <TextArea
        label="Description"
        rows={3}
        maxLength={DESCRIPTION_MAX_LENGTH}
        hint="On its page and on its card. Leave it empty for the default."
        {...textProps('description', 'description')}
      />
      <TextField
        label="Text without articles"
        maxLength={EMPTY_TEXT_MAX_LENGTH}
        hint={`Leave it empty for “${NO_ARTICLES}”.`}
        {...textProps('emptyText', 'empty_text')}
      />
      <CheckField isChecked={values.isVisible} onChange={(isVisible) => draft.change({ isVisible })}>
        Show it in menus, on the home page and in the sitemap
      </CheckField>
      {hasConflict && (
        <p role="alert" className="text-sm text-muted">
          Someone else changed this section. Your fields are kept; saving again replaces theirs.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <button type="submit" className="button justify-self-start" disabled={saving.isPending}>
        {saving.isPending ? 'Saving...' : 'Save section'}
      </button>
    </form>
  );
}
