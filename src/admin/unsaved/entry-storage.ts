import { z } from 'zod';
import { DAY_MS } from '#platform/durations.ts';
import { isLoggedOut, markLoggedOut, unmarkLoggedOut } from './logged-out-marker.ts';

/** Days after which an entry is deleted. */
const RETENTION_DAYS = 30;
/** Characters of one entry at most, so that one entry cannot use up the storage quota of the site. */
export const ENTRY_LIMIT = 2_000_000;

/** Every key of unsaved input in local storage starts with one of these. */
export const ARTICLE_PREFIX = 'newsroom.journal.';
export const FORM_PREFIX = 'newsroom.form.';

/** Why an entry could not be stored. */
export type EntryStorageError = 'too large' | 'storage is full';

export interface StoredEntry {
  readonly id: string;
  /** Id of the account that typed the input. Missing in entries of earlier releases, which every account can read. */
  readonly userId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Unsaved input in local storage, one item for each entry. */
export interface EntryStorage<Entry> {
  /**
   * Writes synchronously and completely, or returns why not; the previous version of the entry then stays. Writes nothing
   * (and returns null) for an account that has logged out: another tab may close its editor after logout deleted the
   * entries.
   */
  write(entry: Entry): EntryStorageError | null;
  find(id: string): Entry | null;
  remove(id: string): void;
  /** In no particular order. */
  list(): Entry[];
  /** Calls `listener` when another tab has written or removed an entry. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

interface EntryStorageOptions<Entry> {
  readonly prefix: typeof ARTICLE_PREFIX | typeof FORM_PREFIX;
  /** Returns null for text that is not a valid entry. */
  readonly parse: (text: string) => Entry | null;
  readonly storage: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Target of the `storage` event. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Opens the entries under a prefix, and deletes entries that are older than 30 days or invalid.
 *
 * Uses local storage because its writes are synchronous: a page that is being closed cannot wait for an IndexedDB
 * transaction. (Decision 0011.)
 */
export function openEntryStorage<Entry extends StoredEntry>(
  options: EntryStorageOptions<Entry>,
): EntryStorage<Entry> {
  const { prefix, parse, storage, now, events } = options;
  const read = (key: string) => parse(storage.getItem(key) ?? '');
  const oldest = now() - RETENTION_DAYS * DAY_MS;
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
      const onStorage = (event: Event) => {
        const key = event instanceof StorageEvent ? event.key : null;
        if (key === null || key.startsWith(prefix)) listener();
      };
      events.addEventListener('storage', onStorage);
      return () => events.removeEventListener('storage', onStorage);
    },
  };
}

export function isOwnEntry(entry: Pick<StoredEntry, 'userId'>, userId: string): boolean {
  return entry.userId === undefined || entry.userId === userId;
}

/** Whether this browser stores unsaved input of `userId`, or of any account if `userId` is omitted. */
export function hasUnsavedEntries(storage: Storage, userId?: string): boolean {
  return unsavedKeys(storage, userId).length > 0;
}

/**
 * Deletes the unsaved input of an account from this browser. No tab stores input of the account again until
 * `allowUnsavedEntries` is called.
 */
export function blockUnsavedEntries(storage: Storage, userId: string): void {
  // Set the marker before deleting, so that a tab that sees the deletion sees the marker too. Set it again afterwards, in
  // case the storage was full before.
  markLoggedOut(storage, userId);
  removeEntries(storage, userId);
  markLoggedOut(storage, userId);
}

/** Allows unsaved input of an account to be stored again. Deletes entries that another tab wrote during the logout. */
export function allowUnsavedEntries(storage: Storage, userId: string): void {
  if (!isLoggedOut(storage, userId)) return;
  removeEntries(storage, userId);
  unmarkLoggedOut(storage, userId);
}

function removeEntries(storage: Storage, userId: string): void {
  for (const key of unsavedKeys(storage, userId)) storage.removeItem(key);
}

const ownedEntry = z.object({ userId: z.string().optional() });

function unsavedKeys(storage: Storage, userId?: string): string[] {
  const keys = [ARTICLE_PREFIX, FORM_PREFIX].flatMap((prefix) => keysIn(storage, prefix));
  if (userId === undefined) return keys;
  return keys.filter((key) => {
    try {
      return isOwnEntry(ownedEntry.parse(JSON.parse(storage.getItem(key) ?? '')), userId);
    } catch {
      return true;
    }
  });
}

function keysIn(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}
