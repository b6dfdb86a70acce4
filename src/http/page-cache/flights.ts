export interface Flights<T> {
  /** Starts `work` unless the same key is under way already; then its outcome is shared. */
  join(key: string, work: () => Promise<T>): { readonly outcome: Promise<T>; readonly isFirst: boolean };
  /** Ends the sharing: whoever comes now starts anew. Ended by itself when the work settles. */
  land(key: string): void;
}

/** A thousand readers who want the same thing at the same time cause one piece of work. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    join(key, work) {
      const running = flights.get(key);
      if (running !== undefined) return { outcome: running, isFirst: false };
      const outcome = work().finally(() => {
        if (flights.get(key) === outcome) flights.delete(key);
      });
      flights.set(key, outcome);
      return { outcome, isFirst: true };
    },
    land: (key) => void flights.delete(key),
  };
}
