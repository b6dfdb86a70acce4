export interface RepeatLimitOptions {
  /** Maximum of lines with the same key in one window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Called at the end of a window in which lines were omitted. */
  readonly report: (key: string, omitted: number) => void;
}

/** Further keys in a window are not counted or limited, which limits the memory of the counters. */
const MAX_KEYS = 500;

/** Returns whether another line with this key may be written. Omitted lines are counted and reported. */
export function createRepeatLimit({ limit, windowMs, report }: RepeatLimitOptions): (key: string) => boolean {
  const counts = new Map<string, number>();

  function endWindow(key: string): void {
    const omitted = (counts.get(key) ?? 0) - limit;
    counts.delete(key);
    if (omitted > 0) report(key, omitted);
  }

  return (key) => {
    const count = counts.get(key);
    if (count === undefined && counts.size >= MAX_KEYS) return true;
    if (count === undefined) setTimeout(endWindow, windowMs, key).unref();
    counts.set(key, (count ?? 0) + 1);
    return (count ?? 0) < limit;
  };
}
