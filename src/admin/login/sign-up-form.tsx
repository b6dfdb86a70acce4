import { useState } from 'react';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { toastSuccess } from '../components/toast.tsx';
import { validateForm } from './form-error.ts';
import { EmailField } from './email-field.tsx';
import { AccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';

interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Called with the message of the server about the new account. */
  readonly onCreated: (message: string) => void;
  readonly onLogin: () => void;
}

/** Anyone can create an account. An operator grants the admin role with a command on the server. */
export function SignUpForm({ email, onEmail, onCreated, onLogin }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');

  async function signUp(): Promise<void> {
    const account = { name: name.trim(), email: email.trim(), password };
    const { message } = await parseResponse(anonymousApi.accounts.$post({ json: account }));
    toastSuccess(message);
    onCreated(message);
  }

  return (
    <AccountForm
      title="Create Admin Account"
      action="Create Account"
      busyAction="Creating account..."
      validate={() => validateForm({ name, email, password, isNewPassword: true })}
      send={signUp}
      links={
        <button type="button" className="link" onClick={onLogin}>
          Already have an account? Login
        </button>
      }
    >
      {(fieldErrors) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={fieldErrors.name}
          />
          <EmailField value={email} onChange={onEmail} error={fieldErrors.email} />
          <PasswordField
            label="Password"
            value={password}
            onChange={setPassword}
            error={fieldErrors.password}
            isNew
          />
        </>
      )}
    </AccountForm>
  );
}
