import type { Ref } from 'react';
import { TextField } from '../components/field.tsx';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  /** Whether a recovery code is accepted as well. */
  readonly acceptsRecoveryCode?: boolean;
}

/** The code of an authenticator app. */
export function CodeField({ value, onChange, error, ref, acceptsRecoveryCode = false }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label="Code"
      name="code"
      hint={acceptsRecoveryCode ? 'Six digits of your authenticator app, or a recovery code.' : 'Six digits.'}
      autoComplete="one-time-code"
      inputMode={acceptsRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
