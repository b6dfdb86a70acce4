import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { toastSuccess } from '../components/toast.tsx';
import { sessionManager } from '../session/newsroom-session.ts';
import { validateForm } from './form-error.ts';
import { AccountForm } from './account-form.tsx';
import { findSecondFactorStep, logIn } from './log-in.ts';
import type { UnfinishedLogIn } from './login-form.tsx';
import { NameField } from './name-field.tsx';
import { LoginLink } from './login-link.tsx';
import { PasswordField } from './password-field.tsx';

export interface ConfirmFormProps {
  /** The token of the link. */
  readonly token: string;
  readonly account: { readonly name: string; readonly email: string };
  /** Called when the address is confirmed and the account is signed in. */
  readonly onSignedIn: () => void;
  /** Called instead when it is not signed in, with the confirmed address and the next step or a message for the user. */
  readonly onConfirmed: (email: string, next: UnfinishedLogIn | string) => void;
  /** Called if the link was used or has expired since the form was opened. */
  readonly onExpired: () => void;
  readonly onLogin: () => void;
}

const CONFIRMED = 'Your address is confirmed. Please log in with your password.';

/** Confirms an address and sets the name and password, because someone else may have created the account. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { token, account, onSignedIn, onConfirmed, onExpired, onLogin } = props;
  const [name, setName] = useState(account.name);
  const [password, setPassword] = useState('');

  async function confirm(): Promise<void> {
    try {
      const json = { token, name: name.trim(), password };
      await parseResponse(anonymousApi['email-verifications'].$post({ json }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'gone') throw error;
      return onExpired();
    }
    toastSuccess('Email address confirmed');
    await signIn();
  }

  /** Signs in with the new password, unless another account is signed in to this browser. */
  async function signIn(): Promise<void> {
    const current = sessionManager.current();
    if (current !== null && current.user.email !== account.email)
      return onConfirmed(account.email, CONFIRMED);
    // The server has ended every session of this account.
    sessionManager.clearSession();
    try {
      await logIn(account.email, password);
      onSignedIn();
    } catch (error) {
      const step = findSecondFactorStep(error);
      onConfirmed(account.email, step === null ? CONFIRMED : { password, step });
    }
  }

  return (
    <AccountForm
      title="Confirm your address"
      note="Choose a password for your account. One that was chosen at sign-up stops working."
      action="Confirm address"
      busyAction="Confirming..."
      validate={() => validateForm({ name, password, isNewPassword: true })}
      send={confirm}
      links={<LoginLink onLogin={onLogin} />}
    >
      {(fieldErrors) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            readOnly
            value={account.email}
          />
          <NameField value={name} onChange={setName} error={fieldErrors.name} />
          <PasswordField value={password} onChange={setPassword} error={fieldErrors.password} isNew />
        </>
      )}
    </AccountForm>
  );
}
