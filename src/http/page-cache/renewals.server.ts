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

interface Bounds {
  /** At once. */
  readonly concurrency: number;
  /** Waiting. */
  readonly limit: number;
  /** Milliseconds from one renewal of a page to the next. */
  readonly rest: number;
}

/**
 * Makes stale pages anew behind the readers' backs, a few at a time and with a turn of the event loop in between. A page
 * that was just made rests: under a hundred comments a second it is made ten times, while its readers get the copy before.
 * @param renew is given a page of the key that is to be made anew; must not reject
 */
export function createRenewals(
  renew: (page: Page) => Promise<void>,
  { concurrency, limit, rest }: Bounds,
): Renewals {
  let waiting: Job[] = [];
  const running = new Set<Job>();
  /** Keys of pages that are being made, or were just now. */
  const resting = new Set<string>();
  let stopped = false;

  /** The next whose page is not resting; those of resting pages are looked at when they are rested. */
  function take(): Job | undefined {
    const index = waiting.findIndex(({ page }) => !resting.has(page.key));
    const [job] = index === -1 ? [] : waiting.splice(index, 1);
    if (job !== undefined) resting.add(job.page.key);
    return job;
  }

  async function work(): Promise<void> {
    for (let job = take(); job !== undefined; job = take()) {
      running.add(job);
      await nextTurn();
      await renew(job.page);
      running.delete(job);
      wakeLater(job.page.key);
      job.done.resolve();
    }
  }

  function wakeLater(key: string): void {
    const wake = () => {
      resting.delete(key);
      startWorkers();
    };
    setTimeout(wake, rest).unref();
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
      const queued = new Set(waiting.map(({ page }) => page.key));
      const fresh = [...pages].filter(({ key }) => !queued.has(key));
      const jobs = fresh.map((page): Job => ({ page, done: Promise.withResolvers<void>() }));
      const ranked = [...waiting, ...jobs].toSorted((a, b) => interest(b.page) - interest(a.page));
      waiting = ranked.slice(0, limit);
      const left = ranked.slice(limit);
      leave(left);
      startWorkers();
      return left.map(({ page }) => page);
    },
    cancel({ key }) {
      leave(waiting.filter(({ page }) => page.key === key));
      waiting = waiting.filter(({ page }) => page.key !== key);
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
