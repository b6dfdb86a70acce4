import { Check, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { PASSWORD_LENGTH } from '#domain/accounts/account.ts';
import { FieldLayout } from '../components/field.tsx';

interface PasswordFieldProps {
  /** Default: Password. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Whether the form sets a new password. The length rule is then shown below the field. */
  readonly isNew?: boolean;
}

/** A password field with a button that shows the value. Supports pasting and password managers. */
export function PasswordField({ label = 'Password', value, onChange, error, isNew }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <FieldLayout
      label={label}
      error={error}
      {...(isNew === true ? { hint: <LengthRule length={[...value].length} /> } : {})}
    >
      {(control) => (
        <div className="field-control">
          <input
            {...control}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew === true ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            required
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button type="button" className="icon-button" onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            <span className="visually-hidden">{isShown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </FieldLayout>
  );
}

function LengthRule({ length }: { readonly length: number }) {
  if (length < PASSWORD_LENGTH.min) return `At least ${PASSWORD_LENGTH.min} characters`;
  return (
    <span className="field-met inline-flex items-center gap-1.5">
      <Check size={14} aria-hidden="true" />
      Long enough
    </span>
  );
}
