import type { Page } from './page.server.ts';

/** What a page costs beside its bodies: header lists, map entries, the closure that makes it anew. */
const OVERHEAD = 2048;
/** After the bound is passed this share of it stays, so that one new page in ten finds room without sorting. */
const KEPT_SHARE = 0.9;

export interface KeptPages {
  get(key: string): Page | undefined;
  /** Replaces an older page of the same key. A page larger than an eighth of the bound is not kept. */
  put(page: Page): void;
  remove(page: Page): void;
  /** Every page that has one of the tags; `*` stands for all. */
  tagged(tags: readonly string[]): Set<Page>;
  all(): Iterable<Page>;
  /** To be called when a form was added to a kept page. */
  grown(page: Page, by: number): void;
  readonly bytes: number;
  readonly size: number;
  /** How many pages were ever put in: the clock by which pages age. */
  readonly tick: number;
}

/**
 * Pages under a bound of bytes, with an index of their tags. The least recently read go first. Reading only notes the
 * tick on the page, which is cheaper than moving it in a list; the order is looked at when room is needed.
 */
export function createKeptPages(maxBytes: number): KeptPages {
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

  function makeRoom(): void {
    if (bytes <= maxBytes) return;
    const oldestFirst = [...pages.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    for (const page of oldestFirst) {
      if (bytes <= maxBytes * KEPT_SHARE) return;
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
      makeRoom();
    },
    remove,
    tagged(tags) {
      if (tags.includes('*')) return new Set(pages.values());
      return new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])]));
    },
    all: () => pages.values(),
    grown(page, by) {
      const size = sizes.get(page);
      if (size === undefined) return;
      sizes.set(page, size + by);
      bytes += by;
      makeRoom();
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
