import { type JournalEntry, parseEntry } from './entry.ts';

/** Days after which what was never come back for is forgotten. */
const KEPT_DAYS = 30;
/** Characters. Above, a copy would push out everything else the browser keeps for this site. */
export const ENTRY_LIMIT = 2_000_000;
const PREFIX = 'newsroom.journal.';

/** Why nothing could be kept. */
export type JournalTrouble = 'too large' | 'storage is full';

export interface Journal {
  /** Writes at once and completely, or says why not; what was there before then stays. */
  write(entry: JournalEntry): JournalTrouble | null;
  remove(id: string): void;
  /** Entries of an article, or of new articles for null; the latest first. */
  list(articleId: string | null): JournalEntry[];
  /** Calls when another tab has written or removed an entry. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

interface JournalParts {
  readonly storage: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where the storage event is heard. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Keeps what is typed in local storage, because it alone is written before a closing tab is gone: a page that is being
 * hidden may not wait, and a transaction of IndexedDB has to. One entry for each open editor, so that no tab overwrites
 * another's words.
 */
export function createJournal({ storage, now, events }: JournalParts): Journal {
  forgetOld(storage, now());
  return {
    write(entry) {
      const text = JSON.stringify(entry);
      if (text.length > ENTRY_LIMIT) return 'too large';
      try {
        storage.setItem(PREFIX + entry.id, text);
        return null;
      } catch {
        return 'storage is full';
      }
    },
    remove: (id) => storage.removeItem(PREFIX + id),
    list: (articleId) =>
      entriesIn(storage)
        .filter((entry) => entry.articleId === articleId)
        .toSorted((one, other) => other.writtenAt - one.writtenAt),
    onChange(listener) {
      const hear = (event: Event) => {
        const key = event instanceof StorageEvent ? event.key : null;
        if (key === null || key.startsWith(PREFIX)) listener();
      };
      events.addEventListener('storage', hear);
      return () => events.removeEventListener('storage', hear);
    },
  };
}

function entriesIn(storage: Storage): JournalEntry[] {
  return keysIn(storage)
    .map((key) => parseEntry(storage.getItem(key) ?? ''))
    .filter((entry) => entry !== null);
}

function keysIn(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX));
}

function forgetOld(storage: Storage, now: number): void {
  const oldest = now - KEPT_DAYS * 86_400_000;
  for (const key of keysIn(storage)) {
    const entry = parseEntry(storage.getItem(key) ?? '');
    if (entry === null || entry.writtenAt < oldest) storage.removeItem(key);
  }
}
