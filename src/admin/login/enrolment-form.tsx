import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { CodeField } from '../second-factor/code-field.tsx';
import { EnrolmentSteps } from '../second-factor/enrolment-steps.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { findPageObstacle } from '../passkeys/passkey-obstacle.ts';
import { AccountForm } from './account-form.tsx';
import { missingCode } from './code-form.tsx';
import { formErrorFrom } from './form-error.ts';

interface EnrolmentFormProps {
  readonly email: string;
  readonly password: string;
  readonly onSubmit: (code: string) => Promise<void>;
  /** Sets up a passkey in place of the app. */
  readonly onPasskey: () => Promise<void>;
  readonly onCancel: () => void;
}

/** The second step of a sign-in to an account whose role requires a second factor that it does not have. */
export function EnrolmentForm({ email, password, onSubmit, onPasskey, onCancel }: EnrolmentFormProps) {
  const [code, setCode] = useState('');
  // A mutation instead of a query: each request creates another secret.
  const {
    mutate: begin,
    data: enrolment,
    error,
  } = useMutation({
    mutationFn: () =>
      parseResponse(anonymousApi.sessions['second-factor'].$post({ json: { email, password } })),
  });
  useEffect(() => begin(), [begin]);

  return (
    <AccountForm
      title="Set up your second factor"
      note={NOTES[findPageObstacle() === null ? 'either' : 'app']}
      action="Verify"
      busyAction="Verifying..."
      validate={() => missingCode(code)}
      send={() => onSubmit(code)}
      alternative={<PasskeyButton label="Set up a passkey instead" signIn={onPasskey} />}
      links={
        <button type="button" className="link" onClick={onCancel}>
          Back to login
        </button>
      }
    >
      {(fieldErrors) => {
        if (error !== null) return <LoadFailure text={formErrorFrom(error).message} onRetry={begin} />;
        if (enrolment === undefined) return <Spinner label="Creating the key…" />;
        return (
          <>
            <EnrolmentSteps enrolment={enrolment} />
            <CodeField value={code} onChange={setCode} error={fieldErrors.code} />
          </>
        );
      }}
    </AccountForm>
  );
}

const NOTES = {
  app: 'Your role requires it. It takes an authenticator app on your phone or in your password manager.',
  either:
    'Your role requires it. It takes an authenticator app on your phone or in your password manager, or a passkey.',
} as const;
