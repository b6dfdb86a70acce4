import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from './page.server.ts';

export interface Renewals {
  /** Queues stale pages, the most read first. Those beyond the limit are returned: they are not renewed. */
  add(pages: Iterable<Page>): Page[];
  /** Forgets a page that was taken down while it waited. */
  cancel(page: Page): void;
  /** Resolves when none of the pages is waiting or being made. */
  settled(isMeant: (page: Page) => boolean): Promise<void>;
  stop(): void;
}

interface Job {
  readonly page: Page;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * Makes stale pages anew behind the readers' backs, a few at a time and with a turn of the event loop in between.
 * @param renew must not reject
 */
export function createRenewals(
  renew: (page: Page) => Promise<void>,
  { concurrency, limit }: { readonly concurrency: number; readonly limit: number },
): Renewals {
  let waiting: Job[] = [];
  const running = new Set<Job>();
  let stopped = false;

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      running.add(job);
      await nextTurn();
      await renew(job.page);
      running.delete(job);
      job.done.resolve();
    }
  }

  function leave(jobs: readonly Job[]): void {
    for (const job of jobs) job.done.resolve();
  }

  let workers = 0;
  function startWorkers(): void {
    while (workers < Math.min(concurrency, waiting.length + running.size)) {
      workers += 1;
      void work().finally(() => {
        workers -= 1;
      });
    }
  }

  return {
    add(pages) {
      if (stopped) return [...pages];
      const queued = new Set(waiting.map(({ page }) => page));
      const fresh = [...pages].filter((page) => !queued.has(page));
      const jobs = fresh.map((page): Job => ({ page, done: Promise.withResolvers<void>() }));
      const ranked = [...waiting, ...jobs].toSorted((a, b) => interest(b.page) - interest(a.page));
      waiting = ranked.slice(0, limit);
      const left = ranked.slice(limit);
      leave(left);
      startWorkers();
      return left.map(({ page }) => page);
    },
    cancel(page) {
      leave(waiting.filter((job) => job.page === page));
      waiting = waiting.filter((job) => job.page !== page);
    },
    async settled(isMeant) {
      const meant = [...waiting, ...running].filter(({ page }) => isMeant(page));
      await Promise.all(meant.map(({ done }) => done.promise));
    },
    stop() {
      stopped = true;
      leave(waiting);
      waiting = [];
    },
  };
}

function interest(page: Page): number {
  return page.heat + page.hits;
}
