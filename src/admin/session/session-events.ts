import type { Session } from './session.ts';

/** What may happen to a session. The names are those authentication services have made common. */
export type SessionEvent =
  /** To each listener once, when it starts listening. */
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  /** Somebody came with the link of a mail to choose a new password. */
  | 'PASSWORD_RECOVERY'
  /** Named by the specification (section 3). Nothing raises it: accounts have no second factor. */
  | 'MFA_CHALLENGE_VERIFIED';

export type SessionListener = (event: SessionEvent, session: Session | null) => void;

export interface SessionEvents {
  /** Returns how to stop listening. */
  onSessionEvent(listener: SessionListener): () => void;
  raise(event: SessionEvent): void;
}

export function createSessionEvents(current: () => Session | null): SessionEvents {
  const listeners = new Set<SessionListener>();
  return {
    onSessionEvent(listener) {
      listeners.add(listener);
      queueMicrotask(() => {
        if (listeners.has(listener)) listener('INITIAL_SESSION', current());
      });
      return () => listeners.delete(listener);
    },
    raise(event) {
      for (const listener of listeners) listener(event, current());
    },
  };
}
