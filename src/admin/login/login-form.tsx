import { useState } from 'react';
import { SIGN_UP_CLOSED } from '#domain/accounts/account.ts';
import { readPublication } from '../publication.ts';
import { toastSuccess } from '../components/toast.tsx';
import { validateForm } from './form-error.ts';
import { EmailField } from './email-field.tsx';
import { AccountForm } from './account-form.tsx';
import { logIn } from './log-in.ts';
import { PasswordField } from './password-field.tsx';

interface LoginFormProps {
  /** A message about the previous step; null for none. */
  readonly note: string | null;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onCreate: () => void;
  readonly onForgot: () => void;
}

export function LoginForm({ note, email, onEmail, onCreate, onForgot }: LoginFormProps) {
  const [password, setPassword] = useState('');

  async function submit(): Promise<void> {
    await logIn(email.trim(), password);
    toastSuccess('Login successful');
  }

  return (
    <AccountForm
      title="Admin Login"
      {...(note === null ? {} : { note })}
      action="Login"
      busyAction="Logging in..."
      validate={() => validateForm({ email, password })}
      send={submit}
      links={
        <>
          {readPublication().signUp === 'open' ? (
            <button type="button" className="link" onClick={onCreate}>
              Need to create an account?
            </button>
          ) : (
            <span>{SIGN_UP_CLOSED}</span>
          )}
          <button type="button" className="link" onClick={onForgot}>
            Forgot your password?
          </button>
        </>
      }
    >
      {(fieldErrors) => (
        <>
          <EmailField value={email} onChange={onEmail} error={fieldErrors.email} />
          <PasswordField
            label="Password"
            value={password}
            onChange={setPassword}
            error={fieldErrors.password}
          />
        </>
      )}
    </AccountForm>
  );
}
