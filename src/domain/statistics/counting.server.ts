import type { CommandDeps } from '#platform/command-deps.ts';
import { type CountsWriter, startCountsWriter } from '#platform/counts-writer.server.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { localDay } from '#platform/local-time.ts';
import type { Log } from '#platform/log.server.ts';
import { DayViews } from './day-views.ts';
import { storeViews } from './storing.server.ts';
import type { ViewedPage } from './viewed-page.ts';

/** Milliseconds between two writes. */
const FLUSH_INTERVAL_MS = 30_000;
/** Days that are in memory while the database cannot be reached. The views of earlier days are lost. */
const MAX_DAYS = 3;

export interface ViewCounter extends CountsWriter {
  /**
   * Counts a view in memory.
   *
   * @param referrer the host of the site whose link was followed; null for none
   */
  count(page: ViewedPage, referrer: string | null): void;
}

interface CounterDeps extends CommandDeps {
  readonly log: Log;
  readonly timeZone: () => string;
  readonly isEnabled: () => boolean;
}

/** Counts page views: what was opened and on which day, and nothing about who opened it. */
export function createViewCounter(deps: CounterDeps): ViewCounter {
  const { database, clock, log, timeZone, isEnabled } = deps;
  const unstored = new Map<string, DayViews>();
  let today = new DayViews();
  /** The minute in which `today` is certainly the current day: a day begins with a minute in every time zone. */
  let minute = Number.NaN;

  function viewsOf(day: string): DayViews {
    const known = unstored.get(day);
    if (known !== undefined) return known;
    const views = new DayViews();
    unstored.set(day, views);
    const [oldest] = [...unstored.keys()].toSorted();
    if (unstored.size > MAX_DAYS && oldest !== undefined) unstored.delete(oldest);
    return views;
  }

  async function write(): Promise<void> {
    const drained = new Map(unstored);
    unstored.clear();
    minute = Number.NaN;
    try {
      for (const [day, views] of drained) {
        await database.transaction((tx) => storeViews(tx, day, views));
        drained.delete(day);
      }
    } catch (error) {
      for (const [day, views] of drained) viewsOf(day).addAll(views);
      throw error;
    }
  }

  const { flush, close } = startCountsWriter({
    write,
    intervalMs: FLUSH_INTERVAL_MS,
    report: (err) => log.warn({ err }, 'page views could not be written'),
  });

  return {
    count(page, referrer) {
      if (!isEnabled()) return;
      const now = clock();
      const currentMinute = Math.floor(now.getTime() / MINUTE_MS);
      if (currentMinute !== minute) {
        today = viewsOf(localDay(now, timeZone()));
        minute = currentMinute;
      }
      today.add(page, referrer);
    },
    flush,
    close,
  };
}
