import { useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { PasswordField } from '../login/password-field.tsx';
import { CodeField } from '../second-factor/code-field.tsx';
import { EnrolmentSteps } from '../second-factor/enrolment-steps.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import { secondFactorApi } from './second-factor-queries.ts';

interface SetUpSecondFactorProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Sets up the second factor in two steps: the password, then the first code of the app. */
export function SetUpSecondFactor({ onEnabled }: SetUpSecondFactorProps) {
  const [password, setPassword] = useState('');
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');

  async function begin(): Promise<string> {
    setEnrolment(await parseResponse(secondFactorApi.$post({ json: { current_password: password } })));
    setPassword('');
    return 'Add the account to your app';
  }

  async function confirm(): Promise<string> {
    const { recovery_codes: codes } = await parseResponse(secondFactorApi.$put({ json: { code } }));
    onEnabled(codes);
    return 'Second factor set up';
  }

  if (enrolment === null)
    return (
      <>
        <p className="settings-note">
          A code of an authenticator app, in addition to the password. Setting it up ends all other sessions.
        </p>
        <OwnAccountForm action="Set up" busyAction="Preparing..." hasInput={password !== ''} send={begin}>
          {(errors) => (
            <PasswordField
              label="Your password"
              value={password}
              onChange={setPassword}
              error={errors['current_password']}
            />
          )}
        </OwnAccountForm>
      </>
    );
  return (
    <OwnAccountForm
      key="code"
      action="Verify"
      busyAction="Verifying..."
      hasInput={code !== ''}
      send={confirm}
    >
      {(errors) => (
        <>
          <EnrolmentSteps enrolment={enrolment} />
          <CodeField value={code} onChange={setCode} error={errors['code']} />
        </>
      )}
    </OwnAccountForm>
  );
}
