import { Link } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageTitle } from '../components/page-title.ts';

/** Shown for unknown paths under /admin. */
export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <main className="full-page">
      <PageHeading>Oops! Page not found</PageHeading>
      <p>There is no page at this address.</p>
      <Link className="button" to="/admin">
        Back to Admin
      </Link>
    </main>
  );
}
