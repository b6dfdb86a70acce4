import { useEffect } from 'react';
import { usePageTitle } from '../parts/page-title.ts';

interface UnreachablePageProps {
  readonly onRetry: () => void;
}

/** Milliseconds between two tries that nobody asked for. */
const PAUSE = 10_000;

/** While the server cannot say who may come in: nobody is sent away for that. */
export function UnreachablePage({ onRetry }: UnreachablePageProps) {
  usePageTitle('No connection');
  useEffect(() => {
    const timer = setInterval(onRetry, PAUSE);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <main className="whole-page">
      <h1>The newsroom cannot be reached</h1>
      <p role="status">You are still signed in. It is tried again every few seconds.</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again now
      </button>
    </main>
  );
}
