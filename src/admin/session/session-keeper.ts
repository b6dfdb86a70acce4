import { ApiError } from '../api/api-error.ts';
import { createSessionEvents, type SessionEvents } from './session-events.ts';
import { isDue, type KeptSession, type Session, type SessionUser } from './session.ts';
import type { SessionStorage } from './session-storage.ts';

export interface SessionKeeperOptions {
  readonly storage: SessionStorage;
  /** Gives a refresh token and gets a new session; throws `ApiError`. */
  readonly exchange: (refreshToken: string) => Promise<Session>;
  /** Runs work that no other tab does at the same moment; rejects when its turn does not come. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits until every tab reads what this one has stored: browsers hand over a turn faster than that. */
  readonly spread: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type Renewal = 'renewed' | 'ended' | 'unreachable';

export interface SessionKeeper extends SessionEvents {
  current(): KeptSession | null;
  signedIn(session: Session): void;
  /** Ends the session in this browser, in every tab of it. */
  signedOut(): void;
  userUpdated(user: SessionUser): void;
  /**
   * Exchanges the session that has this access token for a new one; one tab does it, the others take over what it got.
   * `ended` when the server refuses; a server that cannot be reached or is at fault ends nothing.
   */
  renew(accessToken: string): Promise<Renewal>;
  /** Renews a session that is about to end. */
  check(): Promise<void>;
}

/** Holds the session of this tab in step with the one in storage, and tells what happens to it. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { storage, exchange, exclusively, spread, now } = options;
  let kept = storage.read();
  let renewing: Promise<Renewal> | undefined;
  const events = createSessionEvents(() => kept);

  function keep(session: Session): void {
    kept = { ...session, received_at: now() };
    storage.write(kept);
  }

  /** Another tab has been at it. */
  function takeOver(): void {
    const before = kept;
    kept = storage.read();
    if (kept === null) {
      if (before !== null) events.raise('SIGNED_OUT');
    } else if (before?.user.id !== kept.user.id) events.raise('SIGNED_IN');
    else if (before.access_token !== kept.access_token) events.raise('TOKEN_REFRESHED');
    else if (!sameUser(before.user, kept.user)) events.raise('USER_UPDATED');
  }

  function signedOut(): void {
    storage.clear();
    takeOver();
  }

  async function exchangeFor(accessToken: string): Promise<Renewal> {
    // while this tab waited for its turn another may have renewed the session, or ended it
    takeOver();
    if (kept === null) return 'ended';
    if (kept.access_token !== accessToken) return 'renewed';
    const spent = kept.refresh_token;
    try {
      const session = await exchange(spent);
      // signed out meanwhile: the new session is nobody's
      if (storage.read()?.refresh_token !== spent) return 'ended';
      keep(session);
      events.raise('TOKEN_REFRESHED');
      await spread();
      return 'renewed';
    } catch (error) {
      if (!(error instanceof ApiError) || error.isTemporary) return 'unreachable';
      signedOut();
      return 'ended';
    }
  }

  async function renew(accessToken: string): Promise<Renewal> {
    renewing ??= exclusively(() => exchangeFor(accessToken))
      .catch((): Renewal => 'unreachable')
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  storage.onChange(takeOver);
  return {
    ...events,
    current: () => kept,
    signedIn(session) {
      keep(session);
      events.raise('SIGNED_IN');
    },
    signedOut,
    userUpdated(user) {
      if (kept === null || sameUser(kept.user, user)) return;
      kept = { ...kept, user };
      storage.write(kept);
      events.raise('USER_UPDATED');
    },
    renew,
    async check() {
      if (kept !== null && isDue(kept, now())) await renew(kept.access_token);
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
