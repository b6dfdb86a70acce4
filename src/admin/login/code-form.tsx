import { useEffect, useRef, useState } from 'react';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { CodeField } from '../second-factor/code-field.tsx';
import { AccountForm } from './account-form.tsx';

interface CodeFormProps {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly onSubmit: (code: string) => Promise<void>;
  /** Signs in with a passkey in place of the code. */
  readonly onPasskey: () => Promise<void>;
  readonly onCancel: () => void;
}

/** The second step of a sign-in to an account with a second factor. */
export function CodeForm({ hasApp, hasPasskey, onSubmit, onPasskey, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The form replaces another one, which had the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <AccountForm
      title={hasApp ? 'Enter your code' : 'Use your passkey'}
      {...(!hasApp && { note: 'Without the passkey, enter one of your recovery codes.' })}
      action="Verify"
      busyAction="Verifying..."
      validate={() => missingCode(code)}
      send={() => onSubmit(code)}
      alternative={hasPasskey && <PasskeyButton label="Use a passkey" signIn={onPasskey} />}
      links={
        <button type="button" className="link" onClick={onCancel}>
          Back to login
        </button>
      }
    >
      {(fieldErrors) => (
        <CodeField ref={field} value={code} onChange={setCode} error={fieldErrors.code} acceptsRecoveryCode />
      )}
    </AccountForm>
  );
}

const MISSING_CODE = 'Please enter the code';

export function missingCode(code: string) {
  return code.trim() === '' ? { message: MISSING_CODE, fieldErrors: { code: MISSING_CODE } } : null;
}
