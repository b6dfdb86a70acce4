import { DomainError } from './domain-error.ts';
import { isUnavailable } from './unavailable.ts';

export interface BatchOptions {
  /** Maximum of items per batch. */
  readonly maxItems: number;
  /** Maximum of items that wait for a batch; further ones are rejected with `unavailable`. */
  readonly maxWaiting: number;
}

/**
 * Handles all items of a batch, and returns the outcome of each in the same order. Must have no effect if it rejects: the
 * items are then handled one by one, so that an item that cannot be handled affects no other.
 */
export type HandleBatch<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Returns a function that handles an item. An item that arrives alone is handled at once; those that arrive while a batch is
 * handled are the next one. So the number of statements and commits depends on how long they take and not on the number of
 * items.
 */
export function createBatches<Item, Result>(
  handle: HandleBatch<Item, Result>,
  { maxItems, maxWaiting }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxItems));
    isRunning = false;
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const outcomes = await settle(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason ?? new Error('a batch returned too few outcomes'));
    }
  }

  async function settle(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]> {
    try {
      return await handle(items);
    } catch (reason) {
      if (items.length === 1 || isUnavailable(reason))
        return items.map(() => ({ status: 'rejected', reason }));
      const alone = await Promise.all(items.map((item) => settle([item])));
      return alone.flat();
    }
  }

  return async (item) => {
    if (waiting.length >= maxWaiting) throw new DomainError('unavailable', '', { retryAfterSeconds: 10 });
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isRunning) void runAll();
    return promise;
  };
}
