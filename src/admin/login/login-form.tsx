import { useState } from 'react';
import { answerOf, openApi } from '../api-client.ts';
import { toastSuccess } from '../parts/toast.tsx';
import { sessionKeeper } from '../session/newsroom-session.ts';
import { complaintAbout } from './entries.ts';
import { EmailField } from './email-field.tsx';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from './password-field.tsx';

interface LoginFormProps {
  /** What has just happened, if that is why the form is shown. */
  readonly note: string | null;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onCreate: () => void;
  readonly onForgot: () => void;
}

export function LoginForm({ note, email, onEmail, onCreate, onForgot }: LoginFormProps) {
  const [password, setPassword] = useState('');

  async function logIn(): Promise<void> {
    const session = await answerOf(openApi.sessions.$post({ json: { email: email.trim(), password } }));
    toastSuccess('Login successful');
    sessionKeeper.signedIn(session);
  }

  return (
    <EntryForm
      title="Admin Login"
      {...(note === null ? {} : { note })}
      action="Login"
      busyAction="Logging in..."
      check={() => complaintAbout({ email, password })}
      send={logIn}
      links={
        <>
          <button type="button" className="link" onClick={onCreate}>
            Need to create an account?
          </button>
          <button type="button" className="link" onClick={onForgot}>
            Forgot your password?
          </button>
        </>
      }
    >
      {(fields) => (
        <>
          <EmailField value={email} onChange={onEmail} error={fields.email} />
          <PasswordField label="Password" value={password} onChange={setPassword} error={fields.password} />
        </>
      )}
    </EntryForm>
  );
}
