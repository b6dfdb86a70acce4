export interface RepeatLimitOptions {
  /** Lines with the same key that are written in one window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Called at the end of a window in which lines were left out. */
  readonly report: (key: string, omitted: number) => void;
}

/** More different keys than this in one window are not counted, so that the counters stay small. */
const MOST_KEYS = 500;

/** Says of each line whether it may still be written; the lines left out are counted and reported. */
export function createRepeatLimit({ limit, windowMs, report }: RepeatLimitOptions): (key: string) => boolean {
  const counts = new Map<string, number>();

  function endWindow(key: string): void {
    const omitted = (counts.get(key) ?? 0) - limit;
    counts.delete(key);
    if (omitted > 0) report(key, omitted);
  }

  return (key) => {
    const count = counts.get(key);
    if (count === undefined && counts.size >= MOST_KEYS) return true;
    if (count === undefined) setTimeout(endWindow, windowMs, key).unref();
    counts.set(key, (count ?? 0) + 1);
    return (count ?? 0) < limit;
  };
}
