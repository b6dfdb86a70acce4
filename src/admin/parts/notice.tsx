import type { ReactNode } from 'react';

interface NoticeProps {
  readonly text: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
  /** Whether it is read out at once. */
  readonly isFailure?: boolean;
}

/** Stands where a list would be: nothing there yet, nothing found, not loaded. */
export function Notice({ text, children, isFailure }: NoticeProps) {
  return (
    <div className="notice" role={isFailure === true ? 'alert' : undefined}>
      <p>{text}</p>
      {children}
    </div>
  );
}
