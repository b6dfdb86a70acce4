export interface WorkQueueOptions {
  /** Pieces of work that run at the same time. */
  readonly running: number;
  /** Pieces that may wait behind them; the next one is refused. */
  readonly waiting: number;
}

export interface WorkQueue {
  /**
   * Does it when its turn comes, in the order of asking; at once if there is room. Throws `QueueFull` at once if too many
   * wait, and the reason of `signal` when that aborts before the turn has come; it does not stop work that has begun.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Work that costs memory, a little at a time: what has no place is refused instead of piling up. */
export function createWorkQueue({ running: most, waiting: longest }: WorkQueueOptions): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(signal?: AbortSignal): Promise<void> {
    if (waiting.length >= longest) throw new QueueFull(`${running} run and ${waiting.length} wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason as Error);
    };
    waiting.push(begin);
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise;
  }

  /** Hands the place on, so that nobody who asks meanwhile slips in before those who wait. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (running < most) running++;
      else await turn(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
