import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccess } from '../session/access.ts';
import { useSession } from '../session/newsroom-session.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { loginPath, verificationPath } from './own-paths.ts';
import { UnreachablePage } from './unreachable-page.tsx';
import { WaitingPage } from './waiting-page.tsx';

/**
 * Lets administrators in and sends everybody else to /login. What is already open stays open while the server cannot
 * be asked.
 */
export function Newsroom() {
  const place = useLocation();
  const session = useSession();
  const access = useAccess();
  const verification = verificationPath(place);

  if (verification !== null) return <Navigate replace to={verification} />;
  if (session === null) return <Navigate replace to={loginPath(place)} />;
  if (access.data === undefined) {
    return access.isError ? <UnreachablePage onRetry={() => void access.refetch()} /> : <WaitingPage />;
  }
  if (access.data.role !== 'admin') return <Navigate replace to="/login" />;
  return (
    <>
      <ConnectionNotice />
      <Outlet />
    </>
  );
}
