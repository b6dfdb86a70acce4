import { useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { createPasskey } from '../passkeys/authenticator.ts';
import { defaultPasskeyName } from '../passkeys/default-passkey-name.ts';
import { OwnAccountForm } from './own-account-form.tsx';
import { passkeysApi } from './own-passkeys.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

interface AddPasskeyProps {
  readonly status: SecondFactorStatus;
  /** Null unless the passkey is the first second factor of the account. */
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
}

/** Creates a passkey on a device, after the proof. */
export function AddPasskey({ status, onAdded }: AddPasskeyProps) {
  const [initialName] = useState(defaultPasskeyName);
  const [name, setName] = useState(initialName);
  const proof = useProof(status);

  async function add(): Promise<string> {
    const options = await parseResponse(passkeysApi.options.$post({ json: await proof.collect() }));
    const passkey = await createPasskey(options);
    const added = await parseResponse(passkeysApi.$post({ json: { name, passkey } }));
    proof.clear();
    setName(initialName);
    onAdded(added.recovery_codes ?? null);
    return 'Passkey added';
  }

  return (
    <OwnAccountForm
      action="Add passkey"
      busyAction="Waiting for the passkey..."
      hasInput={name !== initialName}
      isReady={proof.isReady && name.trim() !== ''}
      send={add}
    >
      {(errors) => (
        <>
          <PasskeyNameField
            label="Name of the passkey"
            hint="By which you recognize the device or the password manager."
            value={name}
            error={errors['name']}
            onChange={setName}
          />
          {proof.fields(errors)}
        </>
      )}
    </OwnAccountForm>
  );
}
