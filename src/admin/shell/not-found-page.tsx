import { Link } from 'react-router';
import { usePageTitle } from '../components/page-title.ts';

/** Shown for unknown paths under /admin. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <main className="full-page">
      <h1>Oops! Page not found</h1>
      <p>There is no page at this address.</p>
      <Link className="button" to="/admin">
        Back to Admin
      </Link>
    </main>
  );
}
