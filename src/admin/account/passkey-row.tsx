import { useRef, useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { shortDateTime } from '../components/dates.ts';
import { type Passkey, passkeysApi } from './own-passkeys.ts';
import { ProofForm } from './proof-form.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly status: SecondFactorStatus;
  /** Whether the role allows it: it may require a second factor, of which this is the last one. */
  readonly canRemove: boolean;
  readonly onRemoved: () => void;
}

export function PasskeyRow({ passkey, status, canRemove, onRemoved }: PasskeyRowProps) {
  const [action, setAction] = useState<'rename' | 'remove' | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const { name, created_at: createdAt, used_at: usedAt } = passkey;
  const use = usedAt === null ? 'not used yet' : `last used ${shortDateTime(usedAt)}`;
  function close(): void {
    setAction(null);
    // The form had the focus.
    row.current?.focus();
  }
  return (
    <li ref={row} tabIndex={-1}>
      <p className="session-device">
        <bdi>{name}</bdi>
      </p>
      <p className="text-muted">
        Added {shortDateTime(createdAt)}, {use}
      </p>
      {action === null && (
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-secondary button-small"
            aria-label={`Rename passkey: ${name}`}
            onClick={() => setAction('rename')}
          >
            Rename
          </button>
          {canRemove && (
            <button
              type="button"
              className="button button-secondary button-small"
              aria-label={`Remove passkey: ${name}`}
              onClick={() => setAction('remove')}
            >
              Remove
            </button>
          )}
        </div>
      )}
      {action === 'rename' && <RenamePasskey passkey={passkey} onDone={close} />}
      {action === 'remove' && (
        <RemovePasskey passkey={passkey} status={status} onRemoved={onRemoved} onCancel={close} />
      )}
    </li>
  );
}

interface RemovePasskeyProps extends Pick<PasskeyRowProps, 'passkey' | 'status' | 'onRemoved'> {
  readonly onCancel: () => void;
}

function RemovePasskey({ passkey: { id }, status, onRemoved, onCancel }: RemovePasskeyProps) {
  const proof = useProof(status);

  async function remove(): Promise<string> {
    const json = await proof.collect();
    await parseResponse(passkeysApi[':id'].removal.$post({ param: { id }, json }));
    onRemoved();
    return 'Passkey removed';
  }

  return (
    <div className="passkey-action">
      <ProofForm
        proof={proof}
        action="Remove passkey"
        busyAction="Removing..."
        send={remove}
        onCancel={onCancel}
      >
        <p>
          After that it no longer signs you in. Delete it on the device as well.
          {isLast(status) && ' The password alone is enough then.'}
        </p>
      </ProofForm>
    </div>
  );
}

const isLast = ({ has_app: hasApp, passkey_count: count }: SecondFactorStatus) => !hasApp && count === 1;
