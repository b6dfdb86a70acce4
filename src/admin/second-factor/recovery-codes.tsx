import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../api/save-file.ts';
import { leaveSecretQuestion, useLossQuestion } from '../unsaved/loss-question.ts';

const QUESTION = leaveSecretQuestion('The recovery codes are not shown again.');

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** The level of the heading, which gets the focus. */
  readonly heading: 'h1' | 'h3';
  readonly onDone: () => void;
}

/** The new recovery codes, once. Leaving the page before they are downloaded needs a confirmation. */
export function RecoveryCodes({ codes, heading: Heading, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDownloaded, setDownloaded] = useState(false);
  useLossQuestion(!isDownloaded, { question: QUESTION });
  useEffect(() => heading.current?.focus(), []);

  function download(): void {
    saveFile('recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    setDownloaded(true);
  }

  return (
    <div className="recovery-codes">
      <Heading ref={heading} tabIndex={-1}>
        Your recovery codes
      </Heading>
      <p>
        Each of them replaces one code of the app, if you lose it. Keep them where you keep passwords. They
        are not shown again.
      </p>
      <ul aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-actions">
        <button type="button" className="button button-secondary" onClick={download}>
          Download
        </button>
        <button type="button" className="button" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </div>
  );
}
