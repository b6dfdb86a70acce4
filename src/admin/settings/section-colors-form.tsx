import { z } from 'zod';
import type { Section } from '#domain/categories/section.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { useSections } from '../sections/use-sections.ts';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { ColorField } from './color-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type SettingsChanges, type SiteSettings, useSaveSettingsForm } from './site-settings.ts';

/** The fields by the slug of the section and the scheme: `sports light`. */
const formValues = z.record(z.string(), z.string());
type FormValues = Readonly<z.infer<typeof formValues>>;

const SCHEMES = ['light', 'dark'] as const;

/** A color of each section in both schemes. A section without colors keeps its default ones. */
export function SectionColorsForm({ settings }: { readonly settings: SiteSettings }) {
  const sections = useSections().all;
  const draft = useFormDraft({
    formId: 'settings/section-colors',
    schema: formValues,
    saved: formValuesFrom(settings, sections),
  });
  const saving = useSaveSettingsForm({ draft, valuesFrom: (next) => formValuesFrom(next, sections) });
  const errors = fieldErrorsOf(saving.error);
  // The entries of the request, whose positions are in the names of invalid fields.
  const sent = entriesFrom(saving.variables?.changes.appearance_section_colors);

  const save = () => saving.mutate({ changes: changesFrom(draft.values, sections), sent: draft.values });

  return (
    <SettingsForm
      className="section-colors-form"
      saving={saving}
      draft={draft}
      onSave={save}
      saveLabel="Save section colors"
    >
      <h3>Sections</h3>
      <p className="text-sm text-muted">
        Colors of names, cards and marks. Leave both empty for the default of the section.
      </p>
      {sections.map(({ slug, name }) => (
        <fieldset key={slug} data-section={slug}>
          <legend className="visually-hidden">{name}</legend>
          {SCHEMES.map((scheme) => (
            <ColorField
              key={scheme}
              scheme={scheme}
              label={`${name}, ${scheme}`}
              error={errors[`appearance_section_colors.${sent.indexOf(slug)}.${scheme}`]}
              value={draft.values[`${slug} ${scheme}`] ?? ''}
              placeholder="Default"
              disabled={false}
              onChange={(text) => draft.change({ [`${slug} ${scheme}`]: text })}
            />
          ))}
        </fieldset>
      ))}
    </SettingsForm>
  );
}

function formValuesFrom(settings: SiteSettings, sections: readonly Section[]): FormValues {
  const stored = new Map(settings.appearance_section_colors.map((color) => [color.section, color]));
  return Object.fromEntries(
    sections.flatMap(({ slug }) =>
      SCHEMES.map((scheme) => [`${slug} ${scheme}`, stored.get(slug)?.[scheme] ?? '']),
    ),
  );
}

/** The server validates them. */
function changesFrom(values: FormValues, sections: readonly Section[]): SettingsChanges {
  const colors = sections.map(({ slug }) => ({
    section: slug,
    light: (values[`${slug} light`] ?? '').trim(),
    dark: (values[`${slug} dark`] ?? '').trim(),
  }));
  return { appearance_section_colors: colors.filter(({ light, dark }) => light !== '' || dark !== '') };
}

const entriesFrom = (colors: SettingsChanges['appearance_section_colors']): readonly string[] =>
  (colors ?? []).map(({ section }) => section);
