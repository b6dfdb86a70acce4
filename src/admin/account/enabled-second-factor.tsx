import { useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { parseResponse } from '../api-client.ts';
import { ProofForm } from './proof-form.tsx';
import { secondFactorApi } from './second-factor-queries.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

interface EnabledSecondFactorProps {
  readonly status: SecondFactorStatus;
  /** Called with new recovery codes. */
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

const CHANGES = { renew: 'New recovery codes', remove: 'Remove second factor' } as const;

/** The state of the second factors, and the changes of the app and the recovery codes, which need both factors. */
export function EnabledSecondFactor({ status, onRenewed, onRemoved }: EnabledSecondFactorProps) {
  const { has_app: hasApp, passkey_count: passkeyCount, is_required: isRequired } = status;
  const hasOthers = passkeyCount > 0;
  const [change, setChange] = useState<keyof typeof CHANGES | 'set-up' | null>(null);
  const proof = useProof(status);

  function cancel(): void {
    setChange(null);
    proof.clear();
  }

  async function send(): Promise<string> {
    const json = await proof.collect();
    if (change === 'remove') {
      await parseResponse(secondFactorApi.removal.$post({ json }));
      onRemoved();
      return hasOthers ? 'App removed' : 'Second factor removed';
    }
    const { recovery_codes: codes } = await parseResponse(secondFactorApi['recovery-codes'].$post({ json }));
    onRenewed(codes);
    return 'The former recovery codes no longer work';
  }

  if (change === 'set-up')
    return <SetUpSecondFactor status={status} onEnabled={onRenewed} onCancel={cancel} />;
  return (
    <>
      <p className="settings-note">
        {hasApp ? 'Set up' : 'Your passkeys are the second factor'}, with{' '}
        {formatCount(status.recovery_codes_left, 'unused recovery code')}.
        {isRequired && ' Your role requires it.'}
      </p>
      {change === null ? (
        <div className="recovery-actions">
          <ChangeButton label={CHANGES.renew} onClick={() => setChange('renew')} />
          {!hasApp && <ChangeButton label="Set up an app" onClick={() => setChange('set-up')} />}
          {hasApp && (!isRequired || hasOthers) && (
            <ChangeButton
              label={hasOthers ? 'Remove app' : CHANGES.remove}
              onClick={() => setChange('remove')}
            />
          )}
        </div>
      ) : (
        <ProofForm
          proof={proof}
          action={change === 'remove' && hasOthers ? 'Remove app' : CHANGES[change]}
          busyAction="Sending..."
          send={send}
          onCancel={cancel}
        />
      )}
    </>
  );
}

function ChangeButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="button button-secondary" onClick={onClick}>
      {label}
    </button>
  );
}
