import type { Log } from '#platform/log.server.ts';
import { toBrotli } from './compression.server.ts';
import type { PageStore } from './page-store.server.ts';
import type { Page } from './page.server.ts';
import { representationOf } from './representation.server.ts';

/**
 * Adds the brotli representation to stored pages, one at a time, so that three of the four threads of libuv's pool stay
 * free for files and DNS. A page that was replaced or evicted in the meantime is skipped.
 */
export function createBrotliQueue(store: PageStore, log: Log): { add(page: Page): void } {
  const queue: Page[] = [];
  let working = false;

  async function work(): Promise<void> {
    working = true;
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      if (store.get(page.key) !== page) continue;
      try {
        const body = await toBrotli(page.identity.body);
        page.br = representationOf(page.status, 'br', body, page.hash, page.headers);
        store.addBytes(page, body.byteLength);
      } catch (error) {
        log.error({ err: error, page: page.key }, 'brotli compression failed; gzip is served');
      }
    }
    working = false;
  }

  return {
    add(page) {
      if (page.gzip === undefined) return;
      queue.push(page);
      if (!working) void work();
    },
  };
}
