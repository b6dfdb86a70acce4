import type { Log } from '#platform/log.server.ts';
import type { ChangeListener } from './database.ts';

export const CHANNEL = 'meridian_changes';
export const ALL_TAGS = '*';

// PostgreSQL rejects payloads of 8000 bytes and more; the rest of the message takes about a hundred.
const PAYLOAD_BYTES = 7500;
const MAX_TAGS = 500;

// A change is encoded as its tag; purged tags have this prefix.
const PURGE_PREFIX = 'gone:';

export const purgeChange = (tag: string): string => PURGE_PREFIX + tag;

/** Splits changes into tags that are stale and tags whose pages must not be served again. */
export function separateChanges(changes: readonly string[]): { invalidated: string[]; purged: string[] } {
  return {
    invalidated: changes.filter((change) => !change.startsWith(PURGE_PREFIX)),
    purged: changes
      .filter((change) => change.startsWith(PURGE_PREFIX))
      .map((change) => change.slice(PURGE_PREFIX.length)),
  };
}

/** The change listeners of this process. */
export class ChangeListeners {
  readonly #listeners = new Set<ChangeListener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(tags: readonly string[]): void {
    if (tags.length === 0) return;
    for (const listener of this.#listeners) {
      // The write is committed: an error of a listener must not make the transaction appear to have failed.
      try {
        listener(tags);
      } catch (err) {
        this.#log.error({ err }, 'a change listener failed');
      }
    }
  }
}

/** Encodes changes into messages to other processes, each small enough for NOTIFY. */
export function encodeChanges(from: string, tags: readonly string[]): string[] {
  const tooLong = tags.some((tag) => Buffer.byteLength(JSON.stringify(tag)) > PAYLOAD_BYTES);
  const batches: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const tag of tags.length > MAX_TAGS || tooLong ? collapse(tags) : tags) {
    const bytes = Buffer.byteLength(JSON.stringify(tag)) + 1;
    if (size + bytes > PAYLOAD_BYTES) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(tag);
    size += bytes;
  }
  return batches.map((batch) => JSON.stringify({ from, tags: batch }));
}

function collapse(tags: readonly string[]): string[] {
  return tags.some((tag) => tag.startsWith(PURGE_PREFIX)) ? [purgeChange(ALL_TAGS)] : [ALL_TAGS];
}

/** The changes in a message of another process. Empty for an own message, `*` for an invalid one. */
export function decodeChanges(payload: string, self: string): string[] {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null) return [ALL_TAGS];
    if ('from' in message && message.from === self) return [];
    const tags = 'tags' in message && Array.isArray(message.tags) ? message.tags : [ALL_TAGS];
    return tags.filter((tag): tag is string => typeof tag === 'string');
  } catch {
    return [ALL_TAGS];
  }
}
