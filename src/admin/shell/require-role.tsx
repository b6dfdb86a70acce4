import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccess } from '../session/access.ts';
import { useSession } from '../session/newsroom-session.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { loginPath, verificationPath } from './login-paths.ts';
import { UnreachablePage } from './unreachable-page.tsx';
import { LoadingPage } from './loading-page.tsx';

/**
 * Layout route that renders its children for accounts with a role and redirects other users to /login. An open page stays
 * open while the server is unreachable.
 */
export function RequireRole() {
  const currentLocation = useLocation();
  const session = useSession();
  const access = useAccess();
  const verification = verificationPath(currentLocation);

  if (verification !== null) return <Navigate replace to={verification} />;
  if (session === null) return <Navigate replace to={loginPath(currentLocation)} />;
  if (access.data === undefined) {
    return access.isError ? <UnreachablePage onRetry={() => void access.refetch()} /> : <LoadingPage />;
  }
  if (access.data.role === null) return <Navigate replace to="/login" />;
  return (
    <>
      <ConnectionNotice />
      <Outlet />
    </>
  );
}
