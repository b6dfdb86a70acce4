import { useSyncExternalStore } from 'react';
import { openFetch } from '../api/open-fetch.ts';
import { sessionSchema, type KeptSession, type Session } from './session.ts';
import { createSessionKeeper, type SessionKeeper } from './session-keeper.ts';
import { localSessionStorage } from './session-storage.ts';
import { acceptUnsavedEntries } from '../unsaved/entry-storage.ts';

/** Milliseconds between two looks at how long the session still lasts. */
const CHECK = 30_000;
/** Milliseconds to wait for another tab, which may be waiting for an answer itself. */
const TURN = 60_000;
/** Milliseconds in which what one tab has stored has reached the processes of the others. */
const SPREADING = 300;
const LOCK = 'newsroom.session';

const keeper = createSessionKeeper({
  storage: localSessionStorage(),
  exchange,
  exclusively,
  spread: () => new Promise((resolve) => setTimeout(resolve, SPREADING)),
  now: () => Date.now(),
});

/** The session of this tab. */
export const sessionKeeper: SessionKeeper = {
  ...keeper,
  signedIn(session) {
    // Before the session is stored, so that no tab which sees it has its input refused.
    acceptUnsavedEntries(localStorage, session.user.id);
    keeper.signedIn(session);
  },
};

export const { onSessionEvent } = sessionKeeper;

/** Whoever is signed in; null for nobody. */
export function useSession(): KeptSession | null {
  return useSyncExternalStore(onSessionEvent, sessionKeeper.current);
}

/** Looks every 30 s, and whenever the tab may have slept or been without a line. */
export function startSessionChecks(): void {
  setInterval(check, CHECK);
  addEventListener('online', check);
  addEventListener('pageshow', check);
  document.addEventListener('visibilitychange', check);
  check();
}

function check(): void {
  void sessionKeeper.check();
}

async function exchange(refreshToken: string): Promise<Session> {
  const response = await openFetch('/api/sessions/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return sessionSchema.parse(await response.json());
}

/**
 * One tab at a time. Over plain HTTP from another machine browsers have no locks; then two tabs may exchange the same
 * token at once, which the server bears for the moment it takes.
 */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, { signal: AbortSignal.timeout(TURN) }, work);
}
