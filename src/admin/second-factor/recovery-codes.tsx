import { useEffect, useRef } from 'react';
import { saveFile } from '../api/save-file.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** The level of the heading, which gets the focus. */
  readonly heading: 'h1' | 'h3';
  readonly onDone: () => void;
}

/** The new recovery codes, once. */
export function RecoveryCodes({ codes, heading: Heading, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
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
        <button
          type="button"
          className="button button-secondary"
          onClick={() =>
            saveFile('recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
          }
        >
          Download
        </button>
        <button type="button" className="button" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </div>
  );
}
