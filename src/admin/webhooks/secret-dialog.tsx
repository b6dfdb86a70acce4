import { Copy } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { leaveSecretQuestion } from '../unsaved/loss-question.ts';

const QUESTION = leaveSecretQuestion('The secret is not shown again.');

interface SecretDialogProps {
  /** Null closes the dialog. */
  readonly secret: string | null;
  /** Whether it replaces another one. */
  readonly isReplacement: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Shows a new secret, once. Closing it before the secret is copied needs a confirmation. */
export function SecretDialog({ secret, isReplacement, onClose, finalFocus }: SecretDialogProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title="Secret of the webhook"
      description="The receiver verifies the signatures of requests with it. Copy it now: it is not shown again."
      hasInput={secret !== copied}
      question={QUESTION}
      closesOnClickOutside={false}
      initialFocus={field}
      finalFocus={finalFocus}
      footer={
        <button type="button" className="button" onClick={onClose}>
          I have saved it
        </button>
      }
    >
      <SecretField
        field={field}
        secret={secret ?? ''}
        isReplacement={isReplacement}
        onCopied={() => setCopied(secret)}
      />
    </Dialog>
  );
}

interface SecretFieldProps extends Pick<SecretDialogProps, 'isReplacement'> {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly secret: string;
  readonly onCopied: () => void;
}

/** The content of the dialog, which is mounted for each opening: the status is not that of an earlier secret. */
function SecretField({ field, secret, isReplacement, onCopied }: SecretFieldProps) {
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });

  const report = (text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 }));
  const reportCopied = () => {
    report('Copied');
    onCopied();
  };

  function copy(): void {
    field.current?.select();
    // Without a secure context there is no clipboard; the selected text can be copied by hand.
    const copying = window.isSecureContext
      ? navigator.clipboard.writeText(secret)
      : Promise.reject(new Error('no clipboard'));
    copying.then(reportCopied, () => report('Press Ctrl+C to copy the selected secret.'));
  }

  return (
    <div className="webhook-secret">
      <TextField
        ref={field}
        label="Secret"
        {...(isReplacement && {
          hint: 'For 24 hours, requests are also signed with the former secret.',
        })}
        readOnly
        dir="ltr"
        spellCheck={false}
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="button button-secondary" onClick={copy}>
        <Copy size={16} aria-hidden="true" />
        Copy
      </button>
      <p role="status">
        {/* A new element, because the same text again is not announced. */}
        {announcement.text !== '' && <span key={announcement.count}>{announcement.text}</span>}
      </p>
    </div>
  );
}
