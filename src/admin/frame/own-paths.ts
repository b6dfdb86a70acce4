const NEWSROOM = '/admin';

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Where to sign in and come back from. The dashboard finds its own place again, so the way to it is not kept. */
export function loginPath({ pathname, search }: Place): string {
  return pathname === NEWSROOM ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`;
}

/** Where the link of a confirmation email is used; null for an address that is no such link. */
export function verificationPath({ search }: Pick<Place, 'search'>): string | null {
  const token = new URLSearchParams(search).get('verification');
  return token === null ? null : `/login?verification=${encodeURIComponent(token)}`;
}

/** Where to go after signing in: what `next` says if it is a place in the newsroom, and the dashboard otherwise. */
export function pathAfterLogin(next: string | null): string {
  if (next === null || !URL.canParse(next, location.origin)) return NEWSROOM;
  const { origin, pathname, search } = new URL(next, location.origin);
  const isOurs = origin === location.origin && pathname.startsWith(`${NEWSROOM}/`);
  return isOurs ? pathname + search : NEWSROOM;
}
