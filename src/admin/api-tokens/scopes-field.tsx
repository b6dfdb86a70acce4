import { TOKEN_SCOPES, type TokenScope, usableScopes } from '#domain/accounts/api-tokens/token-scopes.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import { SCOPE_LABELS } from './scope-labels.ts';

interface ScopesFieldProps {
  readonly role: Role;
  readonly value: readonly TokenScope[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly TokenScope[]) => void;
}

/** One checkbox for each scope with which the role can do anything. */
export function ScopesField({ role, value, error, onChange }: ScopesFieldProps) {
  return (
    <fieldset className="scopes-field">
      <legend>What the token may do</legend>
      <p className="field-hint">Writing and moderating include reading; publishing includes writing.</p>
      {error !== undefined && (
        <p className="form-alert" role="alert">
          {error}
        </p>
      )}
      <div>
        {usableScopes(role).map((scope) => (
          <label key={scope} className="commenting-check">
            <input
              type="checkbox"
              checked={value.includes(scope)}
              onChange={({ target }) =>
                onChange(TOKEN_SCOPES.filter((one) => (one === scope ? target.checked : value.includes(one))))
              }
            />
            <span>
              {SCOPE_LABELS[scope]} <code>{scope}</code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
