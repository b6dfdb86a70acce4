import { type ReactNode, useState } from 'react';
import { parseResponse, api, type ResponseBody } from '../api-client.ts';
import { signWithPasskey } from '../passkeys/authenticator.ts';
import { findPageObstacle } from '../passkeys/passkey-obstacle.ts';
import { CodeField } from '../second-factor/code-field.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import type { secondFactorApi } from './second-factor-queries.ts';

export type SecondFactorStatus = ResponseBody<Awaited<ReturnType<typeof secondFactorApi.$get>>>;

export interface Proof {
  readonly isReady: boolean;
  readonly fields: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** What the API needs. Asks for the passkey, if that is the proof. */
  readonly collect: () => Promise<object>;
  readonly clear: () => void;
}

/** What a change of the second factors needs: the password; with a second factor, a passkey or the password with a code. */
export function useProof(status: Pick<SecondFactorStatus, 'is_enabled' | 'passkey_count'>): Proof {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [prefersCode, setPrefersCode] = useState(false);
  const { is_enabled: needsBoth, passkey_count: passkeyCount } = status;
  const isByPasskey = passkeyCount > 0 && !prefersCode && findPageObstacle() === null;

  async function collect(): Promise<object> {
    if (isByPasskey)
      return { passkey: await signWithPasskey(await parseResponse(api.account.passkeys.proof.$post())) };
    return { current_password: password, ...(needsBoth && { code }) };
  }

  const fields = (errors: Readonly<Record<string, string>>) =>
    isByPasskey ? (
      <p className="settings-note">
        Your browser asks for one of your passkeys.{' '}
        <button type="button" className="link" onClick={() => setPrefersCode(true)}>
          Use the password and a code
        </button>
      </p>
    ) : (
      <>
        <OwnPasswordField value={password} onChange={setPassword} errors={errors} />
        {needsBoth && (
          <CodeField value={code} onChange={setCode} error={errors['code']} acceptsRecoveryCode />
        )}
      </>
    );

  return {
    isReady: isByPasskey || (password !== '' && (!needsBoth || code !== '')),
    fields,
    collect,
    clear() {
      setPassword('');
      setCode('');
      setPrefersCode(false);
    },
  };
}
