import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { emailText, mailFilesNote } from '../email-text.ts';
import { OwnAccountForm } from './own-account-form.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

/** Requests a link to a new address. The address changes when the link is opened. */
export function EmailForm({ email: current }: { readonly email: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function request(): Promise<string> {
    const json = { email: email.trim(), current_password: password };
    const { message } = await parseResponse(api.account['email-changes'].$post({ json }));
    setSentTo(json.email);
    setEmail('');
    setPassword('');
    return emailText(message, 'The email with the link');
  }

  return (
    <>
      <p className="settings-note">
        You sign in with <strong>{current}</strong>. A change needs a link that we send to the new address.
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
        isReady={email !== '' || password !== ''}
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
            <OwnPasswordField value={password} onChange={setPassword} errors={errors} />
          </>
        )}
      </OwnAccountForm>
    </>
  );
}
