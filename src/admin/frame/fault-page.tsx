import { usePageTitle } from '../parts/page-title.ts';

/**
 * When a page could not be drawn or its module could not be loaded, which is what happens to a tab that was left open
 * over an update: loading it anew helps.
 */
export function FaultPage() {
  usePageTitle('Something went wrong');
  return (
    <main className="whole-page" role="alert">
      <h1>This page could not be shown</h1>
      <p>It may have been updated while it was open. What was saved is safe.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </main>
  );
}
