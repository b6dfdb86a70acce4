import { Notice } from './notice.tsx';

interface LoadFailureProps {
  readonly text: string;
  readonly onRetry: () => unknown;
}

/** The error state of content that failed to load, with a retry button. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  return (
    <Notice text={text} isFailure>
      <button type="button" className="button button-secondary" onClick={() => onRetry()}>
        Try again
      </button>
    </Notice>
  );
}
