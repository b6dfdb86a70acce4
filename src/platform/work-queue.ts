export interface WorkQueueOptions {
  /** Pieces of work that run at the same time. */
  readonly running: number;
  /** Pieces that may wait behind them; the next one is refused. */
  readonly waiting: number;
}

export interface WorkQueue {
  /** Does it when its turn comes, in the order of asking. Throws `QueueFull` at once if too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Work that costs memory, a little at a time: what has no place is refused instead of piling up. */
export function createWorkQueue({ running: most, waiting: longest }: WorkQueueOptions): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running < most) {
      running++;
      return;
    }
    if (waiting.length >= longest) throw new QueueFull(`${running} run and ${waiting.length} wait already`);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }

  /** Hands the place on, so that nobody who asks meanwhile slips in before those who wait. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
