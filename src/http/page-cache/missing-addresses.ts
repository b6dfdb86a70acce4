import type { Clock } from '#platform/clock.ts';

export interface MissingAddresses {
  /** The key of the page that answered this address moments ago, if nothing has changed since. */
  find(key: string): string | undefined;
  /** To be called before the database is asked; the returned function notes which page says that nothing was found. */
  begin(): (key: string, shared: string) => void;
  /** Something was written, and any of them may exist now. */
  forget(): void;
}

/** Milliseconds. An article whose date comes is published without a write, so nothing is remembered for long. */
const LIFETIME = 10_000;
const LIMIT = 2_000;
/** Characters. A longer address is looked up again, so that the bound of memory is about a megabyte. */
const LONGEST_KEY = 200;

/**
 * Addresses under which there is nothing, so that a link followed again and again to a page that is gone costs no query.
 * At the limit all of them are forgotten: invented addresses come once and leave nothing worth choosing between.
 */
export function createMissingAddresses(clock: Clock): MissingAddresses {
  const answers = new Map<string, { readonly shared: string; readonly expiresAt: number }>();
  let writes = 0;

  return {
    find(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      if (answer.expiresAt > clock().getTime()) return answer.shared;
      answers.delete(key);
      return undefined;
    },
    begin() {
      const writesBefore = writes;
      return (key, shared) => {
        // What was written meanwhile may be the very page that was not found.
        if (writes !== writesBefore || key.length > LONGEST_KEY) return;
        if (answers.size >= LIMIT) answers.clear();
        answers.set(key, { shared, expiresAt: clock().getTime() + LIFETIME });
      };
    },
    forget() {
      writes += 1;
      answers.clear();
    },
  };
}
