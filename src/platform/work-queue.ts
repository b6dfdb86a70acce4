export interface WorkQueueOptions {
  /** Maximum of concurrent tasks. */
  readonly maxRunning: number;
  /** Maximum of queued tasks; further ones are rejected. */
  readonly maxQueued: number;
}

export interface WorkQueue {
  /**
   * Runs the task immediately or queues it (first in, first out). Throws `QueueFullError` when the queue is full, and
   * the reason of `signal` when that aborts while the task is queued; a running task is not stopped.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

interface FairQueueOptions extends WorkQueueOptions {
  /** Maximum of queued tasks of one key; further ones are rejected, although there is room for others. */
  readonly maxQueuedPerKey: number;
}

export interface FairQueue {
  /**
   * Runs the task immediately or queues it. Throws `ShareFullError` when the key has its share of the queue, `QueueFullError` when the
   * queue is full, and the reason of `signal` when that aborts while the task is queued; a running task is not stopped.
   *
   * @param key for whom the task is
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** One key has queued as much as it may. */
export class ShareFullError extends QueueFullError {}

/** A work queue that takes turns: the next task is that of the key that has waited longest since its last one. */
export function createFairQueue({ maxRunning, maxQueued, maxQueuedPerKey }: FairQueueOptions): FairQueue {
  /** In the order of their turns. No list is empty. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let queued = 0;

  async function waitForSlot(key: string, signal?: AbortSignal): Promise<void> {
    const own = waiting.get(key) ?? [];
    if (own.length >= maxQueuedPerKey)
      throw new ShareFullError(`${own.length} tasks of one key wait already`);
    if (queued >= maxQueued) throw new QueueFullError(`${running} run and ${queued} wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = () => {
      remove(key, start);
      reject(signal?.reason as Error);
    };
    own.push(start);
    waiting.set(key, own);
    queued++;
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise;
  }

  function remove(key: string, start: () => void): void {
    const left = waiting.get(key)?.filter((other) => other !== start) ?? [];
    if (left.length > 0) waiting.set(key, left);
    else waiting.delete(key);
    queued--;
  }

  /** Passes the slot to the next queued task, so that a new task cannot overtake it. */
  function releaseSlot(): void {
    const [next] = waiting;
    if (next === undefined) {
      running--;
      return;
    }
    const [key, own] = next;
    const start = own.shift();
    // At the end of the turns.
    waiting.delete(key);
    if (own.length > 0) waiting.set(key, own);
    queued--;
    start?.();
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (running < maxRunning) running++;
      else await waitForSlot(key, signal);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
  };
}

/**
 * Limits concurrent work that needs memory, first in, first out. Work beyond the limit of the queue is rejected instead of
 * accumulating.
 */
export function createWorkQueue(limits: WorkQueueOptions): WorkQueue {
  const queue = createFairQueue({ ...limits, maxQueuedPerKey: Infinity });
  return { run: (work, signal) => queue.run('', work, signal) };
}
