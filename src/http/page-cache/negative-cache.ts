import type { Clock } from '#platform/clock.ts';

export interface NegativeCache {
  /**
   * The key of the shared page (404 or 410) recorded for this address, if it has not expired and nothing was written
   * since.
   */
  find(key: string): string | undefined;
  /**
   * Must be called before the database is queried. The returned function records the shared page that answers the
   * address.
   */
  begin(): (key: string, shared: string) => void;
  /** Removes all entries: after a write any of the addresses may exist. */
  clear(): void;
}

/** Milliseconds. A scheduled article becomes public without a write, so entries expire quickly. */
const TTL_MS = 10_000;
const MAX_ENTRIES = 2_000;
/** Characters. Longer addresses are not recorded, which limits the memory to about a megabyte. */
const MAX_KEY_LENGTH = 200;

/**
 * Records addresses without a page, so that repeated requests for a deleted page cost no query. At the limit all
 * entries are removed: invented addresses are requested once, so no entry is more valuable than another.
 */
export function createNegativeCache(clock: Clock): NegativeCache {
  const entries = new Map<string, { readonly shared: string; readonly expiresAt: number }>();
  let writes = 0;

  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.expiresAt > clock().getTime()) return entry.shared;
      entries.delete(key);
      return undefined;
    },
    begin() {
      const writesBefore = writes;
      return (key, shared) => {
        // A write since `begin` may have created the page that was not found.
        if (writes !== writesBefore || key.length > MAX_KEY_LENGTH) return;
        if (entries.size >= MAX_ENTRIES) entries.clear();
        entries.set(key, { shared, expiresAt: clock().getTime() + TTL_MS });
      };
    },
    clear() {
      writes += 1;
      entries.clear();
    },
  };
}
