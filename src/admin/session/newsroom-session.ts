import { useSyncExternalStore } from 'react';
import { apiFetch } from '../api/api-fetch.ts';
import { sessionSchema, type StoredSession, type Session } from './session.ts';
import { createSessionManager, type SessionManager } from './session-manager.ts';
import { localSessionStorage } from './session-storage.ts';
import { allowUnsavedEntries } from '../unsaved/entry-storage.ts';

/** Milliseconds between two checks of the session's remaining lifetime. */
const CHECK_INTERVAL_MS = 30_000;
/** Milliseconds to wait for the lock while another tab refreshes the session. */
const LOCK_TIMEOUT_MS = 60_000;
/** Milliseconds until a write to local storage is visible in other tabs, which may run in other processes. */
const STORAGE_PROPAGATION_MS = 300;
const LOCK = 'newsroom.session';

const manager = createSessionManager({
  storage: localSessionStorage(),
  exchangeRefreshToken,
  withLock,
  waitForOtherTabs: () => new Promise((resolve) => setTimeout(resolve, STORAGE_PROPAGATION_MS)),
  now: () => Date.now(),
});

/** The session manager of this tab. */
export const sessionManager: SessionManager = {
  ...manager,
  setSession(session) {
    // Must run before the session is stored: a tab that sees the new session must be able to store input.
    allowUnsavedEntries(localStorage, session.user.id);
    manager.setSession(session);
  },
};

export const { onSessionEvent } = sessionManager;

/** The current session; null when signed out. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionEvent, sessionManager.current);
}

/** Checks every 30 s, and whenever the tab becomes visible, is restored from the back/forward cache or comes online. */
export function startSessionChecks(): void {
  setInterval(refreshIfExpiring, CHECK_INTERVAL_MS);
  addEventListener('online', refreshIfExpiring);
  addEventListener('pageshow', refreshIfExpiring);
  document.addEventListener('visibilitychange', refreshIfExpiring);
  refreshIfExpiring();
}

function refreshIfExpiring(): void {
  void sessionManager.refreshIfExpiring();
}

async function exchangeRefreshToken(refreshToken: string, idempotencyKey: string): Promise<Session> {
  const response = await apiFetch('/api/sessions/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return sessionSchema.parse(await response.json());
}

/**
 * Runs one tab at a time. The Web Locks API is missing in insecure contexts (plain HTTP from another machine). Two tabs
 * may then exchange the same refresh token at once, which the server allows for a short time.
 */
function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, work);
}
