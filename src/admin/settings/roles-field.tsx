import type { ReactNode } from 'react';
import { ROLES } from '#domain/accounts/permissions.ts';
import { CheckFields } from '../components/check-field.tsx';
import { ROLE_LABELS } from '../people/person-labels.ts';

interface RolesFieldProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly isLocked: boolean;
  /** The chosen roles, separated by commas. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** One checkbox per role. */
export function RolesField({ label, hint, isLocked, value, onChange }: RolesFieldProps) {
  return (
    <fieldset className="roles-field" disabled={isLocked}>
      <legend>{label}</legend>
      <p className="field-hint">{hint}</p>
      <CheckFields options={ROLES} value={value.split(',')} onChange={(roles) => onChange(roles.join(','))}>
        {(role) => ROLE_LABELS[role].label}
      </CheckFields>
    </fieldset>
  );
}
