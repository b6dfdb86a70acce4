import type { Clock } from '#platform/clock.ts';

export interface MissingAddresses {
  /** Whether this address was not found moments ago and nothing has changed since. */
  has(key: string): boolean;
  /** To be called before the database is asked; the returned function notes that nothing was found. */
  begin(): (key: string) => void;
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
  const expiry = new Map<string, number>();
  let writes = 0;

  return {
    has(key) {
      const expiresAt = expiry.get(key);
      if (expiresAt === undefined) return false;
      if (expiresAt > clock().getTime()) return true;
      expiry.delete(key);
      return false;
    },
    begin() {
      const writesBefore = writes;
      return (key) => {
        // What was written meanwhile may be the very page that was not found.
        if (writes !== writesBefore || key.length > LONGEST_KEY) return;
        if (expiry.size >= LIMIT) expiry.clear();
        expiry.set(key, clock().getTime() + LIFETIME);
      };
    },
    forget() {
      writes += 1;
      expiry.clear();
    },
  };
}
