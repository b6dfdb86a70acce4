import type { Ref } from 'react';
import { PASSKEY_NAME_MAX_LENGTH } from '#domain/accounts/passkeys/passkey-name.ts';
import { TextField } from '../components/field.tsx';

interface PasskeyNameFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

export const PasskeyNameField = ({ onChange, ...props }: PasskeyNameFieldProps) => (
  <TextField
    {...props}
    required
    maxLength={PASSKEY_NAME_MAX_LENGTH}
    onChange={(event) => onChange(event.target.value)}
  />
);
