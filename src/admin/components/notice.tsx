import type { ReactNode } from 'react';

interface NoticeProps {
  readonly text: string;
  /** Actions below the text. */
  readonly children?: ReactNode;
  /** Whether screen readers announce it immediately. */
  readonly isFailure?: boolean;
}

/** The text in place of a list: empty, no results, or not loaded. */
export function Notice({ text, children, isFailure }: NoticeProps) {
  return (
    <div className="notice" role={isFailure === true ? 'alert' : undefined}>
      <p>{text}</p>
      {children}
    </div>
  );
}
