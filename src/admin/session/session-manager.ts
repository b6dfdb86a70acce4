import { randomUuid } from '#platform/random-uuid.ts';
import { ApiError } from '../api/api-error.ts';
import { createSessionEvents, type SessionEvents } from './session-events.ts';
import { isExpiring, type StoredSession, type Session, type SessionUser } from './session.ts';
import type { SessionStorage } from './session-storage.ts';

export interface SessionManagerDeps {
  readonly storage: SessionStorage;
  /** Exchanges a refresh token for a new session, once for a key. Throws `ApiError`. */
  readonly exchangeRefreshToken: (refreshToken: string, idempotencyKey: string) => Promise<Session>;
  /** Runs `work` under a lock shared by all tabs. Rejects when the lock is not granted in time. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits until other tabs see what this tab stored: a lock is handed over faster than a storage write propagates. */
  readonly waitForOtherTabs: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type RefreshResult = 'refreshed' | 'ended' | 'unreachable';

export interface SessionManager extends SessionEvents {
  current(): StoredSession | null;
  setSession(session: Session): void;
  /** Ends the session in every tab of this browser. */
  clearSession(): void;
  /** Stores changed data of the user. Ignored if the session belongs to another one by now. */
  updateUser(user: SessionUser): void;
  /**
   * Refreshes the session that has this access token. One tab sends the request; the others read its result from
   * storage. Resolves to `ended` when the server rejects the token. An unreachable or failing server does not end the
   * session.
   */
  refresh(accessToken: string): Promise<RefreshResult>;
  /** Refreshes a session that is about to expire. */
  refreshIfExpiring(): Promise<void>;
}

/** Keeps the session of this tab in sync with storage, refreshes it, and emits session events. */
export function createSessionManager(deps: SessionManagerDeps): SessionManager {
  const { storage, exchangeRefreshToken, withLock, waitForOtherTabs, now } = deps;
  let current = storage.read();
  let pendingRefresh: Promise<RefreshResult> | undefined;
  const events = createSessionEvents(() => current);

  function store(session: Session): void {
    current = { ...session, received_at: now() };
    storage.write(current);
  }

  /** Reads a change made by another tab and emits the matching event. */
  function syncFromStorage(): void {
    const before = current;
    current = storage.read();
    if (current === null) {
      if (before !== null) events.emit('SIGNED_OUT');
    } else if (before?.user.id !== current.user.id) events.emit('SIGNED_IN');
    else if (before.access_token !== current.access_token) events.emit('TOKEN_REFRESHED');
    else if (!sameUser(before.user, current.user)) events.emit('USER_UPDATED');
  }

  function clearSession(): void {
    storage.clear();
    syncFromStorage();
  }

  async function refreshUnderLock(accessToken: string): Promise<RefreshResult> {
    // Another tab may have refreshed or ended the session while this tab waited for the lock.
    syncFromStorage();
    if (current === null) return 'ended';
    if (current.access_token !== accessToken) return 'refreshed';
    const { user, refresh_token: refreshToken, refresh_key: refreshKey = randomUuid() } = current;
    try {
      // Stored first: after a lost response, the token is valid for requests with this key only.
      current = { ...current, refresh_key: refreshKey };
      storage.write(current);
      const session = await exchangeRefreshToken(refreshToken, refreshKey);
      // The user signed out during the request: the new session is discarded.
      if (!isStored(refreshToken)) return syncedResult(user);
      store(session);
      events.emit('TOKEN_REFRESHED');
      await waitForOtherTabs();
      return 'refreshed';
    } catch (error) {
      if (!(error instanceof ApiError) || error.isTemporary) return 'unreachable';
      // The user has signed in again during the request: only the former session has ended.
      if (!isStored(refreshToken)) return syncedResult(user);
      clearSession();
      return 'ended';
    }
  }

  const isStored = (refreshToken: string) => storage.read()?.refresh_token === refreshToken;

  /** The result for a session of this user that was replaced or ended by another tab. */
  function syncedResult({ id }: SessionUser): RefreshResult {
    syncFromStorage();
    return current?.user.id === id ? 'refreshed' : 'ended';
  }

  async function refresh(accessToken: string): Promise<RefreshResult> {
    pendingRefresh ??= withLock(() => refreshUnderLock(accessToken))
      .catch((): RefreshResult => 'unreachable')
      .finally(() => {
        pendingRefresh = undefined;
      });
    return pendingRefresh;
  }

  storage.onChange(syncFromStorage);
  return {
    ...events,
    current: () => current,
    setSession(session) {
      store(session);
      events.emit('SIGNED_IN');
    },
    clearSession,
    updateUser(user) {
      // Another tab may have refreshed or replaced the session since the user was requested.
      syncFromStorage();
      if (current?.user.id !== user.id || sameUser(current.user, user)) return;
      current = { ...current, user };
      storage.write(current);
      events.emit('USER_UPDATED');
    },
    refresh,
    async refreshIfExpiring() {
      if (current !== null && isExpiring(current, now())) await refresh(current.access_token);
    },
  };
}

function sameUser(one: SessionUser, other: SessionUser): boolean {
  return (
    one.id === other.id &&
    one.name === other.name &&
    one.email === other.email &&
    one.email_verified === other.email_verified
  );
}
