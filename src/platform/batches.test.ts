import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatches, type HandleBatch } from './batches.ts';

const LIMITS = { maxItems: 3, maxWaiting: 5 };

/** Doubles numbers, rejects zero, and fails for a batch with a negative number. */
function doubling(failure: Error = new Error('broken item')) {
  const sizes: number[] = [];
  const handle: HandleBatch<number, number> = async (numbers) => {
    sizes.push(numbers.length);
    await nextTurn();
    if (numbers.some((number) => number < 0)) throw failure;
    return numbers.map((number) =>
      number === 0
        ? { status: 'rejected', reason: new Error('zero') }
        : { status: 'fulfilled', value: 2 * number },
    );
  };
  return { double: createBatches(handle, LIMITS), sizes };
}

const outcomes = async (promises: readonly Promise<number>[]) =>
  (await Promise.allSettled(promises)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

describe('batches', () => {
  it('handle an item that arrives alone at once, and those that arrive meanwhile together', async () => {
    const { double, sizes } = doubling();
    expect(await outcomes([1, 2, 3, 0, 5].map(double))).toEqual([2, 4, 6, 'zero', 10]);
    expect(sizes).toEqual([1, 3, 1]);
    expect(await double(6)).toBe(12);
  });

  it('do not let an item that cannot be handled affect the others', async () => {
    const { double, sizes } = doubling();
    expect(await outcomes([1, 2, -1, 0].map(double))).toEqual([2, 4, 'broken item', 'zero']);
    expect(sizes).toEqual([1, 3, 1, 1, 1]);
  });

  it('do not try again without a database', async () => {
    const { double, sizes } = doubling(new Error('Connection terminated unexpectedly'));
    expect(await outcomes([1, 2, -1].map(double))).toEqual([
      2,
      'Connection terminated unexpectedly',
      'Connection terminated unexpectedly',
    ]);
    expect(sizes).toEqual([1, 2]);
  });

  it('reject an item if too many wait', async () => {
    const { double } = doubling();
    const accepted = [1, 2, 3, 4, 5, 6].map(double);
    await expect(double(7)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 10 },
    });
    expect(await outcomes(accepted)).toEqual([2, 4, 6, 8, 10, 12]);
  });
});
