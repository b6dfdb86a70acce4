const DASHBOARD_PATH = '/admin';

interface PathAndSearch {
  readonly pathname: string;
  readonly search: string;
}

/** Path of the login page that returns to `pathname` afterwards. The dashboard needs no `next`: it is the default. */
export function loginPath({ pathname, search }: PathAndSearch): string {
  return pathname === DASHBOARD_PATH ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`;
}

/** Path of the login page that verifies the token of a confirmation link; null for a URL without a token. */
export function verificationPath({ search }: Pick<PathAndSearch, 'search'>): string | null {
  const token = new URLSearchParams(search).get('verification');
  return token === null ? null : `/login?verification=${encodeURIComponent(token)}`;
}

/** Path to open after login: `next` if it is a path under /admin, otherwise the dashboard. Prevents open redirects. */
export function pathAfterLogin(next: string | null): string {
  if (next === null || !URL.canParse(next, location.origin)) return DASHBOARD_PATH;
  const { origin, pathname, search } = new URL(next, location.origin);
  const isAdminPath = origin === location.origin && pathname.startsWith(`${DASHBOARD_PATH}/`);
  return isAdminPath ? pathname + search : DASHBOARD_PATH;
}
