import { storedSessionSchema, type StoredSession } from './session.ts';

export interface SessionStorage {
  /** Null when signed out, and for a stored value that is not a valid session. */
  read(): StoredSession | null;
  write(session: StoredSession): void;
  clear(): void;
  /** Calls `listener` when another tab has written or cleared the session. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const KEY = 'newsroom.session';

/** Stores the session in local storage, which all tabs of this browser share. */
export function localSessionStorage(): SessionStorage {
  return {
    read: () => parse(localStorage.getItem(KEY)),
    write: (session) => localStorage.setItem(KEY, JSON.stringify(session)),
    clear: () => localStorage.removeItem(KEY),
    onChange(listener) {
      // The key is null when the whole storage was cleared.
      const onStorage = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) listener();
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

function parse(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    return storedSessionSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
