import { Spinner } from '../parts/spinner.tsx';

/** While it is not known yet what to show. */
export function WaitingPage() {
  return (
    <main className="whole-page">
      <Spinner label="One moment…" />
    </main>
  );
}
