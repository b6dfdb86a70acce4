import { Notice } from './notice.tsx';

interface LoadFailureProps {
  readonly text: string;
  readonly onRetry: () => unknown;
}

/** In the place of what could not be loaded, with a way to ask once more. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  return (
    <Notice text={text} isFailure>
      <button type="button" className="button button-quiet" onClick={() => onRetry()}>
        Try again
      </button>
    </Notice>
  );
}
