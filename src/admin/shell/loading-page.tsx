import { Spinner } from '../components/spinner.tsx';

/** Shown while the role of the user is loading. */
export function LoadingPage() {
  return (
    <main className="full-page">
      <Spinner label="Loading…" />
    </main>
  );
}
