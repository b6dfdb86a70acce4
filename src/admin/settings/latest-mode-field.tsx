import type { LatestMode } from '#domain/site/latest-mode.ts';
import { SelectField } from '../components/field.tsx';

const OPTIONS: readonly { readonly value: LatestMode; readonly label: string }[] = [
  { value: 'off', label: 'Do not show' },
  { value: 'automatic', label: 'Show the newest articles' },
  { value: 'picked', label: 'Show the articles that editors pick' },
];

interface LatestModeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Whether the home page shows the latest articles, and which. */
export function LatestModeField({ label, hint, error, value, onChange }: LatestModeFieldProps) {
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      options={OPTIONS}
      onChange={onChange}
    />
  );
}
