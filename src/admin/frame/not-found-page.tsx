import { Link } from 'react-router';
import { usePageTitle } from '../parts/page-title.ts';

/** An address under /admin that leads nowhere. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <main className="whole-page">
      <h1>Oops! Page not found</h1>
      <p>The newsroom has nothing at this address.</p>
      <Link className="button" to="/admin">
        Back to Admin
      </Link>
    </main>
  );
}
