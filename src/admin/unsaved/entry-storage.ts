import { z } from 'zod';
import { isLoggedOut, markLoggedOut, unmarkLoggedOut } from './logged-out-marker.ts';

/** Days after which an entry that nobody came back for is deleted. */
const RETENTION_DAYS = 30;
/** Characters. Above, one entry would push out everything else the browser stores for this site. */
export const ENTRY_LIMIT = 2_000_000;

/** Every key of unsaved input in local storage starts with one of these. */
export const ARTICLE_PREFIX = 'newsroom.journal.';
export const FORM_PREFIX = 'newsroom.form.';

/** Why nothing could be stored. */
export type EntryTrouble = 'too large' | 'storage is full';

export interface StoredEntry {
  readonly id: string;
  /** Id of the account that typed it. Missing in entries of earlier releases, which anybody gets. */
  readonly userId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Unsaved input in local storage, one item for each entry. */
export interface EntryStorage<Entry> {
  /**
   * Writes at once and completely, or says why not; the previous version of the entry then stays. Of an account that has
   * logged out nothing is written: an editor in another tab closes after the entries were deleted.
   */
  write(entry: Entry): EntryTrouble | null;
  find(id: string): Entry | null;
  remove(id: string): void;
  /** In no order. */
  list(): Entry[];
  /** Calls when another tab has written or removed an entry. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

interface EntryStorageOptions<Entry> {
  readonly prefix: typeof ARTICLE_PREFIX | typeof FORM_PREFIX;
  /** Null for text that is not an entry. */
  readonly parse: (text: string) => Entry | null;
  readonly storage: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where the storage event is heard. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Opens the entries under a prefix, and deletes those that are older than 30 days or not readable.
 *
 * Local storage, because it alone is written before a closing tab is gone: a page that is being hidden may not wait, and
 * a transaction of IndexedDB has to. (Decision 0011.)
 */
export function openEntryStorage<Entry extends StoredEntry>(
  options: EntryStorageOptions<Entry>,
): EntryStorage<Entry> {
  const { prefix, parse, storage, now, events } = options;
  const read = (key: string) => parse(storage.getItem(key) ?? '');
  const oldest = now() - RETENTION_DAYS * 86_400_000;
  for (const key of keysIn(storage, prefix)) {
    const entry = read(key);
    if (entry === null || entry.writtenAt < oldest) storage.removeItem(key);
  }
  return {
    write(entry) {
      if (entry.userId !== undefined && isLoggedOut(storage, entry.userId)) return null;
      const text = JSON.stringify(entry);
      if (text.length > ENTRY_LIMIT) return 'too large';
      try {
        storage.setItem(prefix + entry.id, text);
        return null;
      } catch {
        return 'storage is full';
      }
    },
    find: (id) => read(prefix + id),
    remove: (id) => storage.removeItem(prefix + id),
    list: () =>
      keysIn(storage, prefix)
        .map(read)
        .filter((entry) => entry !== null),
    onChange(listener) {
      const hear = (event: Event) => {
        const key = event instanceof StorageEvent ? event.key : null;
        if (key === null || key.startsWith(prefix)) listener();
      };
      events.addEventListener('storage', hear);
      return () => events.removeEventListener('storage', hear);
    },
  };
}

export function isOwnEntry(entry: Pick<StoredEntry, 'userId'>, userId: string): boolean {
  return entry.userId === undefined || entry.userId === userId;
}

/** Whether this browser stores unsaved input: of one account, or of any. */
export function hasUnsavedEntries(storage: Storage, userId?: string): boolean {
  return unsavedKeys(storage, userId).length > 0;
}

/**
 * Deletes what an account has typed and not saved in this browser. No tab stores any more of it before
 * `acceptUnsavedEntries`.
 */
export function refuseUnsavedEntries(storage: Storage, userId: string): void {
  // Before the entries go, so that a tab which sees them gone sees this too; once more in case there was no room before.
  markLoggedOut(storage, userId);
  removeEntries(storage, userId);
  markLoggedOut(storage, userId);
}

/** Stores unsaved input of an account again. Deletes what another tab wrote at the moment of the logout. */
export function acceptUnsavedEntries(storage: Storage, userId: string): void {
  if (!isLoggedOut(storage, userId)) return;
  removeEntries(storage, userId);
  unmarkLoggedOut(storage, userId);
}

function removeEntries(storage: Storage, userId: string): void {
  for (const key of unsavedKeys(storage, userId)) storage.removeItem(key);
}

const owned = z.object({ userId: z.string().optional() });

function unsavedKeys(storage: Storage, userId?: string): string[] {
  const keys = [ARTICLE_PREFIX, FORM_PREFIX].flatMap((prefix) => keysIn(storage, prefix));
  if (userId === undefined) return keys;
  return keys.filter((key) => {
    try {
      return isOwnEntry(owned.parse(JSON.parse(storage.getItem(key) ?? '')), userId);
    } catch {
      return true;
    }
  });
}

function keysIn(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}
