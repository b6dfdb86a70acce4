import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_PASSKEYS } from '#domain/accounts/passkeys/passkey.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { findPageObstacle } from '../passkeys/passkey-obstacle.ts';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { passkeysQuery } from './own-passkeys.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { secondFactorQuery } from './second-factor-queries.ts';

/** The passkeys of the account. The recovery codes that the first one brings stay visible until the user has saved them. */
export function PasskeyPanel() {
  const queries = useQueryClient();
  const passkeys = useQuery(passkeysQuery());
  const status = useQuery(secondFactorQuery());
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const obstacle = findPageObstacle();

  function finish(newCodes: readonly string[] | null): void {
    setCodes(newCodes);
    // The second factor, the passkeys and the sessions.
    void queries.invalidateQueries({ queryKey: ['account'] });
    list.current?.focus();
  }

  if (codes !== null) return <RecoveryCodes heading="h3" codes={codes} onDone={() => setCodes(null)} />;
  if (passkeys.data === undefined || status.data === undefined) {
    if (!passkeys.isError && !status.isError) return <Spinner label="Loading passkeys…" />;
    const retry = () => Promise.all([passkeys.refetch(), status.refetch()]);
    return <LoadFailure text="The passkeys could not be loaded." onRetry={retry} />;
  }
  const { is_required: isRequired, has_app: hasApp } = status.data;
  const canRemove = !isRequired || hasApp || passkeys.data.length > 1;
  return (
    <>
      <p className="settings-note">
        A passkey signs you in without a password: a fingerprint, a face or a PIN unlocks it. It is both
        factors.
      </p>
      <ul ref={list} className="fact-rows session-rows" aria-label="Passkeys" tabIndex={-1}>
        {passkeys.data.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            status={status.data}
            canRemove={canRemove}
            onRemoved={() => finish(null)}
          />
        ))}
      </ul>
      {obstacle !== null && typeof obstacle === 'object' && (
        <p className="account-notice">{obstacle.reason}</p>
      )}
      {obstacle === null && passkeys.data.length >= MAX_PASSKEYS && (
        <p className="settings-note">These are as many as an account can have.</p>
      )}
      {obstacle === null && passkeys.data.length < MAX_PASSKEYS && (
        <AddPasskey status={status.data} onAdded={finish} />
      )}
    </>
  );
}
