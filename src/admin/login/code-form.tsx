import { useEffect, useRef, useState } from 'react';
import { CodeField } from '../second-factor/code-field.tsx';
import { AccountForm } from './account-form.tsx';

interface CodeFormProps {
  readonly onSubmit: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The second step of a sign-in to an account with a second factor. */
export function CodeForm({ onSubmit, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The form replaces another one, which had the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <AccountForm
      title="Enter your code"
      action="Verify"
      busyAction="Verifying..."
      validate={() => missingCode(code)}
      send={() => onSubmit(code)}
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
