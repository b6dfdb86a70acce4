import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import {
  FOOTER_LINK_LIMIT,
  FOOTER_LIST_LIMIT,
  LINK_LABEL_MAX_LENGTH,
  MENU_LIMIT,
} from '#domain/site/settings/navigation-settings.ts';
import { randomUuid } from '#platform/random-uuid.ts';
import { fieldErrorsOf } from '../../api/api-error.ts';
import { TextField } from '../../components/field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RowButtons } from '../../components/row-buttons.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { pageListQuery } from '../../pages/page-queries.ts';
import { useSections } from '../../sections/use-sections.ts';
import { useFormDraft } from '../../unsaved/use-form-draft.ts';
import { SettingsForm } from '../settings-form.tsx';
import { type SiteSettings, useSaveSettingsForm } from '../site-settings.ts';
import { EntryList } from './entry-list.tsx';
import {
  changesFrom,
  formValuesFrom,
  type ListValues,
  navigationFormValues,
} from './navigation-form-values.ts';
import { type TargetOption, targetOptions } from './target-options.ts';

/** The error of the setting or of a part of it, by its path. */
type ErrorAt = (path: string) => string | undefined;

interface NavigationFormProps {
  readonly settings: SiteSettings;
}

/** The menu and the lists of the footer, once the targets that can be chosen are known. */
export function NavigationForm({ settings }: NavigationFormProps) {
  const sections = useSections();
  const { data, isError, refetch } = useQuery(pageListQuery);
  if (data === undefined)
    return isError ? (
      <LoadFailure text="Failed to load pages" onRetry={refetch} />
    ) : (
      <Spinner label="Loading pages..." />
    );
  return <LoadedNavigationForm settings={settings} options={targetOptions(sections, data.pages)} />;
}

interface LoadedNavigationFormProps extends NavigationFormProps {
  readonly options: readonly TargetOption[];
}

function LoadedNavigationForm({ settings, options }: LoadedNavigationFormProps) {
  const choices = new Set(options.map(({ value }) => value));
  const draft = useFormDraft({
    formId: 'settings/navigation',
    schema: navigationFormValues,
    saved: formValuesFrom(settings, choices),
  });
  const saving = useSaveSettingsForm({ draft, valuesFrom: (next) => formValuesFrom(next, choices) });
  const errors = fieldErrorsOf(saving.error);
  const { menu, footer } = draft.values;

  const save = () => saving.mutate({ changes: changesFrom(draft.values), sent: draft.values });

  return (
    <SettingsForm className="navigation-form" saving={saving} draft={draft} onSave={save}>
      <p className="text-sm text-muted">
        An entry without a label has the name of its section, page or list. Entries of hidden sections,
        unpublished pages and whatever was removed are left out.
      </p>
      <h3>Menu</h3>
      <EntryList
        name="the menu"
        entries={menu}
        limit={MENU_LIMIT}
        options={options}
        errorAt={(path) => errors[`navigation_menu${path}`]}
        onChange={(entries) => draft.change({ menu: entries })}
      />
      <h3>Footer</h3>
      <FooterLists
        lists={footer}
        options={options}
        errorAt={(path) => errors[`navigation_footer${path}`]}
        onChange={(lists) => draft.change({ footer: lists })}
      />
    </SettingsForm>
  );
}

interface FooterListsProps {
  readonly lists: readonly ListValues[];
  readonly options: readonly TargetOption[];
  readonly errorAt: ErrorAt;
  readonly onChange: (lists: readonly ListValues[]) => void;
}

function FooterLists({ lists, options, errorAt, onChange }: FooterListsProps) {
  const error = errorAt('');
  return (
    <>
      {lists.map((list, index) => (
        <fieldset key={list.id} className="navigation-footer-list">
          <legend className="visually-hidden">List {index + 1}</legend>
          <div className="navigation-footer-head">
            <TextField
              label="Title"
              autoComplete="off"
              maxLength={LINK_LABEL_MAX_LENGTH}
              value={list.title}
              error={errorAt(`.${index}.title`)}
              onChange={({ target }) => onChange(lists.with(index, { ...list, title: target.value }))}
            />
            <div className="navigation-buttons">
              <RowButtons
                name={`list ${list.title}`}
                index={index}
                count={lists.length}
                onMove={(to) => onChange(lists.toSpliced(index, 1).toSpliced(to, 0, list))}
                onRemove={() => onChange(lists.toSpliced(index, 1))}
              />
            </div>
          </div>
          <EntryList
            name={list.title.trim() || `list ${index + 1}`}
            entries={list.entries}
            limit={FOOTER_LINK_LIMIT}
            options={options}
            errorAt={(path) => errorAt(`.${index}.entries${path}`)}
            onChange={(entries) => onChange(lists.with(index, { ...list, entries }))}
          />
        </fieldset>
      ))}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {lists.length < FOOTER_LIST_LIMIT && (
        <button
          type="button"
          className="button button-secondary button-small justify-self-start"
          onClick={() => onChange([...lists, { id: randomUuid(), title: '', entries: [] }])}
        >
          <Plus size={16} aria-hidden="true" />
          Add a list to the footer
        </button>
      )}
    </>
  );
}
