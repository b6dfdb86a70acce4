import { useEffect, useRef, useState } from 'react';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { leaveSecretQuestion, useLossQuestion } from '../unsaved/loss-question.ts';

const QUESTION = leaveSecretQuestion('The API token is not shown again.');

interface NewTokenProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** A new API token, once. Leaving the page before it is copied needs a confirmation. */
export function NewToken({ token, onDone }: NewTokenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  useLossQuestion(!isCopied, { question: QUESTION });
  useEffect(() => heading.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
      toastSuccess('Token copied');
    } catch {
      // The browser has no clipboard without HTTPS, or it is not permitted.
      toastFailure('Failed to copy. Please select the token and copy it.');
    }
  }

  return (
    <div className="new-token">
      <h3 ref={heading} tabIndex={-1}>
        Your new API token
      </h3>
      <p>Keep it where you keep passwords. It is not shown again.</p>
      <code aria-label="API token">{token}</code>
      <div className="recovery-actions">
        <button type="button" className="button button-secondary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="button" onClick={onDone}>
          I have saved it
        </button>
      </div>
    </div>
  );
}
