import { type TokenScope, usableScopes } from '#domain/accounts/api-tokens/token-scopes.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import { CheckFields } from '../components/check-field.tsx';
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
        <CheckFields options={usableScopes(role)} value={value} onChange={onChange}>
          {(scope) => (
            <>
              {SCOPE_LABELS[scope]} <code>{scope}</code>
            </>
          )}
        </CheckFields>
      </div>
    </fieldset>
  );
}
