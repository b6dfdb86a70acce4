/**
 * Counts the most frequent of any number of keys in bounded memory (Misra and Gries, 1982). At the limit, a new key
 * takes one from every count instead of a place, so that any number of keys that occur once cannot displace a frequent one.
 * A count is too low by at most the number of all counted occurrences divided by the capacity.
 */
export class FrequentKeys {
  readonly #capacity: number;
  #counts = new Map<string, number>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#counts.size;
  }

  add(key: string, occurrences = 1): void {
    const count = this.#counts.get(key);
    if (count !== undefined) this.#counts.set(key, count + occurrences);
    else if (this.#counts.size < this.#capacity) this.#counts.set(key, occurrences);
    else this.#decrement();
  }

  /** Returns the counts and starts again. */
  drain(): ReadonlyMap<string, number> {
    const drained = this.#counts;
    this.#counts = new Map();
    return drained;
  }

  /** Each decrement undoes an earlier increment, so its cost is constant on average. */
  #decrement(): void {
    for (const [key, count] of this.#counts) {
      if (count === 1) this.#counts.delete(key);
      else this.#counts.set(key, count - 1);
    }
  }
}
