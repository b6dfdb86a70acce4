import { keptSessionSchema, type KeptSession } from './session.ts';

export interface SessionStorage {
  /** Null when nobody is signed in, and for anything that is not a session of ours. */
  read(): KeptSession | null;
  write(session: KeptSession): void;
  clear(): void;
  /** Calls when another tab has written or cleared. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

const KEY = 'newsroom.session';

/** The session in local storage, where every tab of this browser finds it. */
export function localSessionStorage(): SessionStorage {
  return {
    read: () => parse(localStorage.getItem(KEY)),
    write: (session) => localStorage.setItem(KEY, JSON.stringify(session)),
    clear: () => localStorage.removeItem(KEY),
    onChange(listener) {
      // A key of null: everything was cleared at once.
      const hear = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) listener();
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
  };
}

function parse(text: string | null): KeptSession | null {
  if (text === null) return null;
  try {
    return keptSessionSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
