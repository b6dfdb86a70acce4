import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { SelectField } from '../components/field.tsx';
import { ROLE_LABELS } from './person-labels.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value].label }));

interface RoleFieldProps {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

/** A role with what it may do. */
export function RoleField({ role, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      value={role}
      options={OPTIONS}
      hint={ROLE_LABELS[role].hint}
      onChange={(value) => {
        const selected = ROLES.find((known) => known === value);
        if (selected !== undefined) onChange(selected);
      }}
    />
  );
}
