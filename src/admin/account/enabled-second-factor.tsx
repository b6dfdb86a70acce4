import { useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { parseResponse } from '../api-client.ts';
import { PasswordField } from '../login/password-field.tsx';
import { CodeField } from '../second-factor/code-field.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import { secondFactorApi } from './second-factor-queries.ts';

interface EnabledSecondFactorProps {
  readonly codesLeft: number;
  /** Whether the role requires the second factor, so that it cannot be removed. */
  readonly isRequired: boolean;
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

const CHANGES = { renew: 'New recovery codes', remove: 'Remove second factor' } as const;

/** The state of the second factor, and its changes, which need both factors. */
export function EnabledSecondFactor(props: EnabledSecondFactorProps) {
  const { codesLeft, isRequired, onRenewed, onRemoved } = props;
  const [change, setChange] = useState<keyof typeof CHANGES | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  function cancel(): void {
    setChange(null);
    setPassword('');
    setCode('');
  }

  async function send(): Promise<string> {
    const json = { current_password: password, code };
    if (change === 'remove') {
      await parseResponse(secondFactorApi.removal.$post({ json }));
      onRemoved();
      return 'Second factor removed';
    }
    const { recovery_codes: codes } = await parseResponse(secondFactorApi['recovery-codes'].$post({ json }));
    onRenewed(codes);
    return 'The former recovery codes no longer work';
  }

  return (
    <>
      <p className="settings-note">
        Set up, with {formatCount(codesLeft, 'unused recovery code')}.
        {isRequired && ' Your role requires it.'}
      </p>
      {change === null ? (
        <div className="recovery-actions">
          <button type="button" className="button button-secondary" onClick={() => setChange('renew')}>
            {CHANGES.renew}
          </button>
          {!isRequired && (
            <button type="button" className="button button-secondary" onClick={() => setChange('remove')}>
              {CHANGES.remove}
            </button>
          )}
        </div>
      ) : (
        <OwnAccountForm action={CHANGES[change]} busyAction="Sending..." hasInput={code !== ''} send={send}>
          {(errors) => (
            <>
              <PasswordField
                label="Your password"
                value={password}
                onChange={setPassword}
                error={errors['current_password']}
              />
              <CodeField value={code} onChange={setCode} error={errors['code']} acceptsRecoveryCode />
              <button type="button" className="link justify-self-start" onClick={cancel}>
                Cancel
              </button>
            </>
          )}
        </OwnAccountForm>
      )}
    </>
  );
}
