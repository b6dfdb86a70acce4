import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, openApi } from '../api-client.ts';
import { TextField } from '../parts/field.tsx';
import { toastSuccess } from '../parts/toast.tsx';
import { sessionKeeper } from '../session/newsroom-session.ts';
import { complaintAbout } from './entries.ts';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from './password-field.tsx';

export interface ConfirmFormProps {
  /** Out of the link. */
  readonly token: string;
  readonly account: { readonly name: string; readonly email: string };
  /** Gets the confirmed address and what to say about it. */
  readonly onConfirmed: (email: string, message: string) => void;
  /** The link was used or has expired since the form was opened. */
  readonly onExpired: () => void;
  readonly onLogin: () => void;
}

const CONFIRMED = 'Your address is confirmed. Please log in with your password.';

/** Confirms an address together with name and password: a stranger may have created the account. */
export function ConfirmForm({ token, account, onConfirmed, onExpired, onLogin }: ConfirmFormProps) {
  const [name, setName] = useState(account.name);
  const [password, setPassword] = useState('');

  async function confirm(): Promise<void> {
    try {
      const json = { token, name: name.trim(), password };
      await answerOf(openApi['email-verifications'].$post({ json }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'gone') throw error;
      return onExpired();
    }
    // Every session of the account has ended; one of another account has not.
    if (sessionKeeper.current()?.user.email === account.email) sessionKeeper.signedOut();
    toastSuccess('Email address confirmed');
    onConfirmed(account.email, CONFIRMED);
  }

  return (
    <EntryForm
      title="Confirm your address"
      note="Choose the password of your account. It replaces the one given at sign-up."
      action="Confirm address"
      busyAction="Confirming..."
      check={() => complaintAbout({ name, password, isNewPassword: true })}
      send={confirm}
      links={
        <button type="button" className="link" onClick={onLogin}>
          Back to login
        </button>
      }
    >
      {(fields) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            readOnly
            value={account.email}
          />
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
