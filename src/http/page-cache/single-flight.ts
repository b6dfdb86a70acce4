export interface SingleFlight<T> {
  /** Starts `work`, or returns the outcome of the call that is already running under this key. */
  run(key: string, work: () => Promise<T>): { readonly outcome: Promise<T>; readonly isFirst: boolean };
  /** The next `run` with this key starts new work. Happens automatically when the work settles. */
  forget(key: string): void;
}

/** Deduplicates concurrent work: simultaneous calls with the same key share one execution. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    run(key, work) {
      const running = flights.get(key);
      if (running !== undefined) return { outcome: running, isFirst: false };
      const outcome = work().finally(() => {
        if (flights.get(key) === outcome) flights.delete(key);
      });
      flights.set(key, outcome);
      return { outcome, isFirst: true };
    },
    forget: (key) => void flights.delete(key),
  };
}
