import type { Log } from '#platform/log.server.ts';
import type { ChangeListener } from './database.ts';

export const CHANNEL = 'meridian_changes';
export const EVERYTHING = '*';

// PostgreSQL refuses a payload of 8000 bytes and more; the rest of the message takes a hundred.
const PAYLOAD_BYTES = 7500;
const MOST_TAGS = 500;

// A change travels as its tag, one that took something down with this before it.
const GONE = 'gone:';

export const dropped = (tag: string): string => GONE + tag;

/** What is stale, and what may not be served even once more. */
export function separateChanges(changes: readonly string[]): { touched: string[]; dropped: string[] } {
  return {
    touched: changes.filter((change) => !change.startsWith(GONE)),
    dropped: changes.filter((change) => change.startsWith(GONE)).map((change) => change.slice(GONE.length)),
  };
}

/** Those of this process who want to know what changed. */
export class Listeners {
  readonly #listeners = new Set<ChangeListener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(tags: readonly string[]): void {
    if (tags.length === 0) return;
    for (const listener of this.#listeners) {
      // The write is committed: a listener that fails cannot undo it and must not make it look failed.
      try {
        listener(tags);
      } catch (err) {
        this.#log.error({ err }, 'a listener for changes failed');
      }
    }
  }
}

/** The messages that carry these tags to other processes, each small enough for NOTIFY. */
export function encodeChanges(from: string, tags: readonly string[]): string[] {
  const tooLong = tags.some((tag) => Buffer.byteLength(JSON.stringify(tag)) > PAYLOAD_BYTES);
  const batches: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const tag of tags.length > MOST_TAGS || tooLong ? collapse(tags) : tags) {
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
  return tags.some((tag) => tag.startsWith(GONE)) ? [dropped(EVERYTHING)] : [EVERYTHING];
}

/** The tags of a message of another process; nothing for one of our own, everything for one that cannot be read. */
export function decodeChanges(payload: string, self: string): string[] {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null) return [EVERYTHING];
    if ('from' in message && message.from === self) return [];
    const tags = 'tags' in message && Array.isArray(message.tags) ? message.tags : [EVERYTHING];
    return tags.filter((tag): tag is string => typeof tag === 'string');
  } catch {
    return [EVERYTHING];
  }
}
