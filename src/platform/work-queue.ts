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

/** Limits concurrent work that needs memory. Work beyond the limit of the queue is rejected instead of accumulating. */
export function createWorkQueue({ maxRunning, maxQueued }: WorkQueueOptions): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function waitForSlot(signal?: AbortSignal): Promise<void> {
    if (waiting.length >= maxQueued)
      throw new QueueFullError(`${running} run and ${waiting.length} wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = () => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(signal?.reason as Error);
    };
    waiting.push(start);
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise;
  }

  /** Passes the slot to the next queued task, so that a new task cannot overtake it. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (running < maxRunning) running++;
      else await waitForSlot(signal);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
  };
}
