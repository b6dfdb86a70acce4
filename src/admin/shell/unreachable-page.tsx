import { useEffect } from 'react';
import { usePageTitle } from '../components/page-title.ts';

interface UnreachablePageProps {
  readonly onRetry: () => void;
}

/** Milliseconds between two automatic retries. */
const RETRY_INTERVAL_MS = 10_000;

/** Shown while the role of the user cannot be loaded. The session stays valid. */
export function UnreachablePage({ onRetry }: UnreachablePageProps) {
  usePageTitle('No connection');
  useEffect(() => {
    const timer = setInterval(onRetry, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <main className="full-page">
      <h1>The newsroom cannot be reached</h1>
      <p role="status">You are still signed in. Retrying every few seconds.</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again now
      </button>
    </main>
  );
}
