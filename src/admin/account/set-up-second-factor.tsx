import { useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { CodeField } from '../second-factor/code-field.tsx';
import { EnrolmentSteps } from '../second-factor/enrolment-steps.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { secondFactorApi } from './second-factor-queries.ts';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

interface SetUpSecondFactorProps {
  readonly status: SecondFactorStatus;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  readonly onCancel?: () => void;
}

/** Sets up the app in two steps: the proof, then the first code of the app. */
export function SetUpSecondFactor({ status, onEnabled, onCancel }: SetUpSecondFactorProps) {
  const proof = useProof(status);
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');

  async function begin(): Promise<string> {
    setEnrolment(await parseResponse(secondFactorApi.$post({ json: await proof.collect() })));
    proof.clear();
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
        <ProofForm proof={proof} action="Set up" busyAction="Preparing..." send={begin} onCancel={onCancel} />
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
