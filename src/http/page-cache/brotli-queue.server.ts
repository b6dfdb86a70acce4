import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#platform/log.server.ts';
import { toBrotli } from './compression.server.ts';
import type { PageStore } from './page-store.server.ts';
import type { Page } from './page.server.ts';
import { representationOf } from './representation.server.ts';

/**
 * Milliseconds from storing a page to its compression. A change of an article re-renders several pages in less than a tenth of a
 * second, and on a server with two cores the compression of the first ones would slow down the rendering of the others. Pages
 * that are rendered again sooner, as during a discussion, are never compressed.
 */
const SETTLE_MS = 300;

export interface BrotliQueue {
  add(page: Page): void;
  stop(): void;
}

/**
 * Adds the brotli representation to stored pages, one at a time, so that three of the four threads of libuv's pool stay
 * free for files and DNS. A page that was replaced or evicted in the meantime is skipped.
 */
export function createBrotliQueue(store: PageStore, log: Log): BrotliQueue {
  const queue: { readonly page: Page; readonly dueAt: number }[] = [];
  let working = false;
  let stopped = false;

  async function compress(page: Page): Promise<void> {
    if (store.get(page.key) !== page) return;
    try {
      const body = await toBrotli(page.identity.body);
      page.br = representationOf(page.status, 'br', body, page.hash, page.headers);
      store.addBytes(page, body.byteLength);
    } catch (error) {
      log.error({ err: error, page: page.key }, 'brotli compression failed; gzip is served');
    }
  }

  async function work(): Promise<void> {
    working = true;
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      const ms = entry.dueAt - performance.now();
      if (ms > 0) await delay(ms, undefined, { ref: false });
      if (!stopped) await compress(entry.page);
    }
    working = false;
  }

  return {
    add(page) {
      // One that did not fit is not kept in memory either.
      if (page.gzip === undefined || stopped || store.get(page.key) !== page) return;
      queue.push({ page, dueAt: performance.now() + SETTLE_MS });
      if (!working) void work();
    },
    stop() {
      stopped = true;
    },
  };
}
