import { useState } from 'react';
import { SIGN_UP_CLOSED } from '#domain/accounts/account.ts';
import { readPublication } from '../publication.ts';
import { toastSuccess } from '../components/toast.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { validateForm } from './form-error.ts';
import { EmailField } from './email-field.tsx';
import { AccountForm } from './account-form.tsx';
import { CodeForm } from './code-form.tsx';
import { EnrolmentForm } from './enrolment-form.tsx';
import {
  findSecondFactorStep,
  type OpenedSession,
  openPasskeySession,
  openSession,
  openSessionWithNewPasskey,
  openSessionWithPasskey,
  type SecondFactorStep,
} from './log-in.ts';
import { PasswordField } from './password-field.tsx';

/** A sign-in whose password was right. */
export interface UnfinishedLogIn {
  readonly password: string;
  readonly step: SecondFactorStep;
}

interface LoginFormProps {
  /** Begins at the second step; null to begin with the password. */
  readonly unfinished: UnfinishedLogIn | null;
  /** A message about the previous step; null for none. */
  readonly note: string | null;
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Called instead of starting the session if it has brought recovery codes. */
  readonly onEnrolled: (opened: OpenedSession) => void;
  readonly onCreate: () => void;
  readonly onForgot: () => void;
}

export function LoginForm(props: LoginFormProps) {
  const { unfinished, note, email, onEmail, onEnrolled, onCreate, onForgot } = props;
  const [password, setPassword] = useState(unfinished?.password ?? '');
  const [step, setStep] = useState(unfinished?.step ?? null);
  const credentials = { email: email.trim(), password };

  function finish(opened: OpenedSession): void {
    if (opened.recoveryCodes === null) start(opened);
    else onEnrolled(opened);
  }

  async function submit(code?: string): Promise<void> {
    try {
      finish(await openSession({ ...credentials, ...(code !== undefined && { code }) }));
    } catch (error) {
      const next = findSecondFactorStep(error);
      if (next === null) throw error;
      setStep(next);
    }
  }

  const stepForm = { onSubmit: submit, onCancel: () => setStep(null) };
  const byPasskey = async () => start(await openSessionWithPasskey(credentials));
  if (step?.kind === 'code_required') return <CodeForm {...stepForm} {...step} onPasskey={byPasskey} />;
  const withNewPasskey = async () => finish(await openSessionWithNewPasskey(credentials));
  if (step?.kind === 'enrolment_required')
    return <EnrolmentForm {...credentials} {...stepForm} onPasskey={withNewPasskey} />;

  return (
    <AccountForm
      title="Admin Login"
      {...(note === null ? {} : { note })}
      action="Login"
      busyAction="Logging in..."
      validate={() => validateForm({ email, password })}
      send={() => submit()}
      alternative={
        <PasskeyButton
          label="Sign in with a passkey"
          signIn={async () => start(await openPasskeySession())}
        />
      }
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
          <PasswordField value={password} onChange={setPassword} error={fieldErrors.password} />
        </>
      )}
    </AccountForm>
  );
}

function start(opened: OpenedSession): void {
  opened.start();
  toastSuccess('Login successful');
}
