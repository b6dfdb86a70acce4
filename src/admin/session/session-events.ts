import type { Session } from './session.ts';

/** Events of a session. The names follow common authentication services. */
export type SessionEvent =
  /** Sent to each new listener once. */
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  /** The user opened a password reset link. */
  | 'PASSWORD_RECOVERY'
  /** A code of the second factor was accepted; follows SIGNED_IN. */
  | 'MFA_CHALLENGE_VERIFIED';

export type SessionListener = (event: SessionEvent, session: Session | null) => void;

export interface SessionEvents {
  /** Returns a function that removes the listener. */
  onSessionEvent(listener: SessionListener): () => void;
  emit(event: SessionEvent): void;
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
    emit(event) {
      for (const listener of listeners) listener(event, current());
    },
  };
}
