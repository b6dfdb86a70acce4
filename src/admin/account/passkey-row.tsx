import { useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { shortDateTime } from '../components/dates.ts';
import { OwnAccountForm } from './own-account-form.tsx';
import { type Passkey, passkeysApi } from './own-passkeys.ts';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly status: SecondFactorStatus;
  /** Whether the role allows it: it may require a second factor, of which this is the last one. */
  readonly canRemove: boolean;
  readonly onRemoved: () => void;
}

export function PasskeyRow({ passkey, status, canRemove, onRemoved }: PasskeyRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { name, created_at: createdAt, used_at: usedAt } = passkey;
  const use = usedAt === null ? 'not used yet' : `last used ${shortDateTime(usedAt)}`;
  return (
    <li>
      <p className="session-device">
        <bdi>{name}</bdi>
      </p>
      <p className="text-muted">
        Added {shortDateTime(createdAt)}, {use}
      </p>
      {canRemove && !isRemoving && (
        <button
          type="button"
          className="button button-secondary button-small"
          aria-label={`Remove passkey: ${name}`}
          onClick={() => setRemoving(true)}
        >
          Remove
        </button>
      )}
      {isRemoving && (
        <RemovePasskey
          passkey={passkey}
          status={status}
          onRemoved={onRemoved}
          onCancel={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

interface RemovePasskeyProps extends Pick<PasskeyRowProps, 'passkey' | 'status' | 'onRemoved'> {
  readonly onCancel: () => void;
}

/** The proof is the confirmation. */
function RemovePasskey({ passkey: { id }, status, onRemoved, onCancel }: RemovePasskeyProps) {
  const proof = useProof(status);

  async function remove(): Promise<string> {
    const json = await proof.collect();
    await parseResponse(passkeysApi[':id'].removal.$post({ param: { id }, json }));
    onRemoved();
    return 'Passkey removed';
  }

  return (
    <div className="passkey-removal">
      <OwnAccountForm
        action="Remove passkey"
        busyAction="Removing..."
        hasInput={proof.hasInput}
        isReady={proof.isReady}
        send={remove}
      >
        {(errors) => (
          <>
            <p>
              After that it no longer signs you in. Delete it on the device as well.
              {isLast(status) && ' The password alone is enough then.'}
            </p>
            {proof.fields(errors)}
            <button type="button" className="link justify-self-start" onClick={onCancel}>
              Cancel
            </button>
          </>
        )}
      </OwnAccountForm>
    </div>
  );
}

const isLast = ({ has_app: hasApp, passkey_count: count }: SecondFactorStatus) => !hasApp && count === 1;
