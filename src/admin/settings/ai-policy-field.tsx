import type { AiPolicy } from '#domain/site/ai-crawlers.ts';
import { SelectField } from '../components/field.tsx';

const OPTIONS: readonly { readonly value: AiPolicy; readonly label: string }[] = [
  { value: 'allow', label: 'Allow everything' },
  { value: 'search', label: 'Allow search, refuse training' },
  { value: 'refuse', label: 'Refuse everything' },
];

interface AiPolicyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What AI companies may do with the publication. */
export function AiPolicyField({ label, hint, error, value, onChange }: AiPolicyFieldProps) {
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
