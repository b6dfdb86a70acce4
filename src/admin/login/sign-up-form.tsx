import { useState } from 'react';
import { answerOf, openApi } from '../api-client.ts';
import { TextField } from '../parts/field.tsx';
import { toastSuccess } from '../parts/toast.tsx';
import { complaintAbout } from './entries.ts';
import { EmailField } from './email-field.tsx';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from './password-field.tsx';

interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Gets what the server says of the new account. */
  readonly onCreated: (message: string) => void;
  readonly onLogin: () => void;
}

/** Anybody may make an account; what it may do is decided on the machine the site runs on. */
export function SignUpForm({ email, onEmail, onCreated, onLogin }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');

  async function signUp(): Promise<void> {
    const entries = { name: name.trim(), email: email.trim(), password };
    const { message } = await answerOf(openApi.accounts.$post({ json: entries }));
    toastSuccess(message);
    onCreated(message);
  }

  return (
    <EntryForm
      title="Create Admin Account"
      action="Create Account"
      busyAction="Creating account..."
      check={() => complaintAbout({ name, email, password, isNewPassword: true })}
      send={signUp}
      links={
        <button type="button" className="link" onClick={onLogin}>
          Already have an account? Login
        </button>
      }
    >
      {(fields) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={fields.name}
          />
          <EmailField value={email} onChange={onEmail} error={fields.email} />
          <PasswordField
            label="Password"
            value={password}
            onChange={setPassword}
            error={fields.password}
            isNew
          />
        </>
      )}
    </EntryForm>
  );
}
