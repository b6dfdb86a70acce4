import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Page } from './page.server.ts';

export interface RevalidationQueue {
  /** Queues stale pages, the most read first. Returns the pages beyond the limit: they are not re-rendered. */
  add(pages: Iterable<Page>): Page[];
  /** Removes a purged page from the queue. */
  cancel(page: Page): void;
  /** Resolves when none of the matching pages is queued or being re-rendered. */
  whenIdle(matches: (page: Page) => boolean): Promise<void>;
  stop(): void;
}

interface Job {
  readonly page: Page;
  readonly done: PromiseWithResolvers<void>;
}

interface RevalidationLimits {
  /** Re-renders that run at the same time. */
  readonly concurrency: number;
  /** Pages that wait at most. */
  readonly maxQueued: number;
  /** Minimum milliseconds between two re-renders of one page. */
  readonly minIntervalMs: number;
}

/**
 * Re-renders stale pages in the background, a few at a time, and yields to the event loop before each one. A page is
 * re-rendered at most once per `minIntervalMs`: with the default of 100 ms and a hundred comments a second it is
 * rendered ten times a second, and readers get the previous copy in between.
 * @param revalidate re-renders the page stored under the key of the given page; must not reject
 */
export function createRevalidationQueue(
  revalidate: (page: Page) => Promise<void>,
  { concurrency, maxQueued, minIntervalMs }: RevalidationLimits,
): RevalidationQueue {
  let queue: Job[] = [];
  const running = new Set<Job>();
  /** Keys of pages that are being re-rendered, or were within the last `minIntervalMs`. */
  const rateLimited = new Set<string>();
  let stopped = false;

  /**
   * The next job whose page is not rate-limited. Jobs of rate-limited pages are retried when their interval is over.
   */
  function takeNext(): Job | undefined {
    const index = queue.findIndex(({ page }) => !rateLimited.has(page.key));
    const [job] = index === -1 ? [] : queue.splice(index, 1);
    if (job !== undefined) rateLimited.add(job.page.key);
    return job;
  }

  async function runWorker(): Promise<void> {
    for (let job = takeNext(); job !== undefined; job = takeNext()) {
      running.add(job);
      await yieldToEventLoop();
      await revalidate(job.page);
      running.delete(job);
      startIntervalTimer(job.page.key);
      job.done.resolve();
    }
  }

  function startIntervalTimer(key: string): void {
    const onIntervalOver = () => {
      rateLimited.delete(key);
      startWorkers();
    };
    setTimeout(onIntervalOver, minIntervalMs).unref();
  }

  function resolveAll(jobs: readonly Job[]): void {
    for (const job of jobs) job.done.resolve();
  }

  let workers = 0;
  function startWorkers(): void {
    while (workers < Math.min(concurrency, queue.length + running.size)) {
      workers += 1;
      void runWorker().finally(() => {
        workers -= 1;
      });
    }
  }

  return {
    add(pages) {
      if (stopped) return [...pages];
      const queued = new Set(queue.map(({ page }) => page.key));
      const fresh = [...pages].filter(({ key }) => !queued.has(key));
      const jobs = fresh.map((page): Job => ({ page, done: Promise.withResolvers<void>() }));
      const ranked = [...queue, ...jobs].toSorted((a, b) => readsOf(b.page) - readsOf(a.page));
      queue = ranked.slice(0, maxQueued);
      const rejected = ranked.slice(maxQueued);
      resolveAll(rejected);
      startWorkers();
      return rejected.map(({ page }) => page);
    },
    cancel({ key }) {
      resolveAll(queue.filter(({ page }) => page.key === key));
      queue = queue.filter(({ page }) => page.key !== key);
    },
    async whenIdle(matches) {
      const matching = [...queue, ...running].filter(({ page }) => matches(page));
      await Promise.all(matching.map(({ done }) => done.promise));
    },
    stop() {
      stopped = true;
      resolveAll(queue);
      queue = [];
    },
  };
}

function readsOf(page: Page): number {
  return page.readScore + page.hits;
}
