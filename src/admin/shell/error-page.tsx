import { usePageTitle } from '../components/page-title.ts';

/**
 * Error boundary of the router: shown when a page fails to render or its module fails to load. A tab that was open
 * during a deployment requests modules that no longer exist; a reload fixes that.
 */
export function ErrorPage() {
  usePageTitle('Something went wrong');
  return (
    <main className="full-page" role="alert">
      <h1>This page could not be shown</h1>
      <p>The site may have been updated while this page was open. Saved work is safe.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload page
      </button>
    </main>
  );
}
