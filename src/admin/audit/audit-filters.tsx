import { SelectField, TextField } from '../components/field.tsx';
import { ACTION_OPTIONS, findAction } from './audit-labels.ts';
import type { AuditFilter, AuditPage } from './audit-queries.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly people: AuditPage['people'];
  readonly onChange: (filter: AuditFilter) => void;
}

/** Filters by person, action and time. */
export function AuditFilters({ filter, people, onChange }: AuditFiltersProps) {
  const { actor, action, from, to } = filter;
  const change = (next: { readonly [Name in keyof AuditFilter]: AuditFilter[Name] | undefined }) => {
    const merged = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(merged));
  };
  return (
    <div className="audit-filters">
      <SelectField
        label="Person"
        value={actor ?? ''}
        options={[{ value: '', label: 'All' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => change({ actor: value === '' ? undefined : value })}
      />
      <SelectField
        label="Action"
        value={action ?? ''}
        options={ACTION_OPTIONS}
        onChange={(value) => change({ action: findAction(value) })}
      />
      <TextField
        label="From"
        type="date"
        value={from ?? ''}
        max={to}
        onChange={({ target: { value } }) => change({ from: value === '' ? undefined : value })}
      />
      <TextField
        label="To"
        type="date"
        value={to ?? ''}
        min={from}
        onChange={({ target: { value } }) => change({ to: value === '' ? undefined : value })}
      />
    </div>
  );
}
