import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { emailText, mailFilesNote } from '../email-text.ts';
import { OwnAccountForm } from './own-account-form.tsx';
import { secondFactorQuery } from './second-factor-queries.ts';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

/** Loads what a change of the address needs as its proof. */
export function EmailForm({ email }: { readonly email: string }) {
  const status = useQuery(secondFactorQuery());
  if (status.data !== undefined) return <EmailChangeForm email={email} status={status.data} />;
  if (!status.isError) return <Spinner label="Loading the second factor…" />;
  return <LoadFailure text="The second factor could not be loaded." onRetry={() => status.refetch()} />;
}

interface EmailChangeFormProps {
  /** The present one. */
  readonly email: string;
  readonly status: SecondFactorStatus;
}

/** Requests a link to a new address. The address changes when the link is opened. */
function EmailChangeForm({ email: current, status }: EmailChangeFormProps) {
  const [email, setEmail] = useState('');
  const proof = useProof(status);
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function request(): Promise<string> {
    const json = { email: email.trim(), ...(await proof.collect()) };
    const { message } = await parseResponse(api.account['email-changes'].$post({ json }));
    setSentTo(json.email);
    setEmail('');
    proof.clear();
    return emailText(message, 'The email with the link');
  }

  return (
    <>
      <p className="settings-note">
        You sign in with <strong>{current}</strong>. A change needs a link that we send to the new address. It
        ends all other sessions.
      </p>
      {sentTo !== null && (
        <p className="account-notice" role="status">
          Waiting for the link in the email to {sentTo}. It is valid for one day. {mailFilesNote()}
        </p>
      )}
      <OwnAccountForm
        action="Send link"
        busyAction="Sending..."
        hasInput={email !== ''}
        isReady={email !== '' || proof.isReady}
        send={request}
      >
        {(errors) => (
          <>
            <TextField
              label="New address"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              value={email}
              error={errors['email']}
              onChange={(event) => setEmail(event.target.value)}
            />
            {proof.fields(errors)}
          </>
        )}
      </OwnAccountForm>
    </>
  );
}
