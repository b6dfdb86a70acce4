import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { LINK_LABEL_MAX_LENGTH } from '#domain/site/settings/navigation-settings.ts';
import { TARGET_MAX_LENGTH } from '#domain/site/link-target.ts';
import { randomUuid } from '#platform/random-uuid.ts';
import { Announcement } from '../../components/announcement.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { RowButtons } from '../../components/row-buttons.tsx';
import { useOrderedList } from '../../components/use-ordered-list.ts';
import type { EntryValues } from './navigation-form-values.ts';
import { OTHER_TARGET, type TargetOption } from './target-options.ts';

interface EntryListProps {
  /** The name of the list, for assistive technology. */
  readonly name: string;
  readonly entries: readonly EntryValues[];
  readonly limit: number;
  /** What an entry can lead to. */
  readonly options: readonly TargetOption[];
  /** The error of a field of the list: an empty path for the list itself. */
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (entries: readonly EntryValues[]) => void;
}

/** The links of the menu, or of one list of the footer, in their order. */
export function EntryList({ name, entries, limit, options, errorAt, onChange }: EntryListProps) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useOrderedList({ list, items: entries, nameOf: (entry) => nameOf(entry, options), onChange });
  const error = errorAt('');
  return (
    <div className="navigation-list">
      <ol ref={list} tabIndex={-1} aria-label={name}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <EntryFields
              entry={entry}
              options={options}
              number={index + 1}
              errorAt={(field) => errorAt(`.${index}.${field}`)}
              onChange={(change) => onChange(entries.with(index, { ...entry, ...change }))}
            />
            <div className="navigation-buttons">
              <RowButtons {...rows.buttonsOf(index)} />
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <Announcement text={rows.announcement} />
      {entries.length < limit && (
        <button
          type="button"
          className="button button-secondary button-small justify-self-start"
          onClick={() => onChange([...entries, { id: randomUuid(), label: '', target: '/', isTyped: false }])}
        >
          <Plus size={16} aria-hidden="true" />
          Add an entry to {name}
        </button>
      )}
    </div>
  );
}

/** Its label or, without one, what it leads to. */
const nameOf = ({ label, target }: EntryValues, options: readonly TargetOption[]): string =>
  label.trim() || (options.find(({ value }) => value === target)?.label ?? target);

interface EntryFieldsProps {
  readonly entry: EntryValues;
  readonly options: readonly TargetOption[];
  /** From 1. */
  readonly number: number;
  readonly errorAt: (field: 'label' | 'target') => string | undefined;
  readonly onChange: (change: Partial<EntryValues>) => void;
}

function EntryFields({ entry, options, number, errorAt, onChange }: EntryFieldsProps) {
  const targetError = errorAt('target');
  return (
    <fieldset className="navigation-entry">
      <legend className="visually-hidden">Entry {number}</legend>
      <TextField
        label="Label"
        autoComplete="off"
        maxLength={LINK_LABEL_MAX_LENGTH}
        value={entry.label}
        error={errorAt('label')}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <SelectField
        label="Leads to"
        value={entry.isTyped ? OTHER_TARGET : entry.target}
        options={options}
        error={entry.isTyped ? undefined : targetError}
        onChange={(target) => onChange({ target, isTyped: target === OTHER_TARGET })}
      />
      {entry.isTyped && (
        <TextField
          label="Address"
          hint="A path such as /ethics, or an address that begins with https://."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TARGET_MAX_LENGTH}
          value={entry.target}
          error={targetError}
          onChange={({ target }) => onChange({ target: target.value })}
        />
      )}
    </fieldset>
  );
}
