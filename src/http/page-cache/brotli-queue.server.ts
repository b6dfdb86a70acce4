import type { Log } from '#platform/log.server.ts';
import { toBrotli } from './compression.server.ts';
import type { KeptPages } from './kept-pages.server.ts';
import type { Page } from './page.server.ts';
import { representationOf } from './representation.server.ts';

/**
 * Adds the brotli form to kept pages, one at a time so that three of the pool's four threads stay free for files and
 * sockets. A page that was replaced or evicted meanwhile is skipped.
 */
export function createBrotliQueue(kept: KeptPages, log: Log): { add(page: Page): void } {
  const waiting: Page[] = [];
  let working = false;

  async function work(): Promise<void> {
    working = true;
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      if (kept.get(page.key) !== page) continue;
      try {
        const body = await toBrotli(page.identity.body);
        page.br = representationOf(page.status, 'br', body, page.hash, page.headers);
        kept.grown(page, body.byteLength);
      } catch (error) {
        log.error({ err: error, page: page.key }, 'brotli failed; gzip serves on');
      }
    }
    working = false;
  }

  return {
    add(page) {
      if (page.gzip === undefined) return;
      waiting.push(page);
      if (!working) void work();
    },
  };
}
