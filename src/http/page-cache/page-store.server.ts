import type { Page } from './page.server.ts';

/** Bytes per page in addition to its bodies: header lists, map entries, the closure that renders it. */
const OVERHEAD = 2048;
/**
 * Eviction frees memory down to this share of the limit, so that most insertions need no eviction (a sort of all
 * pages).
 */
const EVICTION_TARGET = 0.9;

export interface PageStore {
  get(key: string): Page | undefined;
  /** Replaces the page with the same key. A page larger than an eighth of the limit is not stored. */
  put(page: Page): void;
  remove(page: Page): void;
  /** Every page that has at least one of the tags; `*` means all pages. */
  findByTags(tags: readonly string[]): Set<Page>;
  all(): Iterable<Page>;
  /** Must be called when a representation was added to a stored page. */
  addBytes(page: Page, by: number): void;
  readonly bytes: number;
  readonly size: number;
  /** Number of insertions so far: the logical clock for the age of pages. */
  readonly tick: number;
}

/**
 * An LRU store of pages with a limit in bytes and an index by tag. A read only sets `lastUsed` on the page, which is
 * cheaper than moving the page in a list; pages are sorted by it when memory is needed.
 */
export function createPageStore(maxBytes: number): PageStore {
  const pages = new Map<string, Page>();
  const byTag = new Map<string, Set<Page>>();
  const sizes = new Map<Page, number>();
  let bytes = 0;
  let tick = 0;

  function remove(page: Page): void {
    if (pages.get(page.key) !== page) return;
    pages.delete(page.key);
    bytes -= sizes.get(page) ?? 0;
    sizes.delete(page);
    for (const tag of page.tags) {
      const tagged = byTag.get(tag);
      tagged?.delete(page);
      if (tagged?.size === 0) byTag.delete(tag);
    }
  }

  function evict(): void {
    if (bytes <= maxBytes) return;
    const oldestFirst = [...pages.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    for (const page of oldestFirst) {
      if (bytes <= maxBytes * EVICTION_TARGET) return;
      remove(page);
    }
  }

  return {
    get: (key) => pages.get(key),
    put(page) {
      const old = pages.get(page.key);
      if (old !== undefined) remove(old);
      const size = sizeOf(page);
      if (size > maxBytes / 8) return;
      tick += 1;
      page.lastUsed = tick;
      pages.set(page.key, page);
      sizes.set(page, size);
      bytes += size;
      for (const tag of page.tags) {
        const tagged = byTag.get(tag) ?? new Set();
        byTag.set(tag, tagged.add(page));
      }
      evict();
    },
    remove,
    findByTags(tags) {
      if (tags.includes('*')) return new Set(pages.values());
      return new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])]));
    },
    all: () => pages.values(),
    addBytes(page, by) {
      const size = sizes.get(page);
      if (size === undefined) return;
      sizes.set(page, size + by);
      bytes += by;
      evict();
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return pages.size;
    },
    get tick() {
      return tick;
    },
  };
}

function sizeOf(page: Page): number {
  const bodies =
    page.identity.body.byteLength + (page.gzip?.body.byteLength ?? 0) + (page.br?.body.byteLength ?? 0);
  const tags = page.tags.reduce((sum, tag) => sum + tag.length * 2 + 64, 0);
  return OVERHEAD + bodies + page.key.length * 2 + tags;
}
