import { ROLES } from '#domain/accounts/permissions.ts';
import { ROLE_LABELS } from '../people/person-labels.ts';

interface RolesFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly isLocked: boolean;
  /** The chosen roles, separated by commas. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** One checkbox per role. */
export function RolesField({ label, hint, isLocked, value, onChange }: RolesFieldProps) {
  const chosen = value.split(',');
  return (
    <fieldset className="roles-field" disabled={isLocked}>
      <legend>{label}</legend>
      <p className="field-hint">{hint}</p>
      {ROLES.map((role) => (
        <label key={role} className="commenting-check">
          <input
            type="checkbox"
            checked={chosen.includes(role)}
            onChange={({ target }) =>
              onChange(
                ROLES.filter((one) => (one === role ? target.checked : chosen.includes(one))).join(','),
              )
            }
          />
          <span>{ROLE_LABELS[role].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
