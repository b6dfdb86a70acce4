import { withDeadline } from './deadline.ts';

/** Milliseconds that the last write may delay the end of the process. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Writes what a process has counted in its memory, at intervals and at its end. */
export interface CountsWriter {
  /** Writes now. Rejects as `write` does. */
  flush(): Promise<void>;
  /** Writes a last time and stops the timer. Never rejects. */
  close(): Promise<void>;
}

interface CountsWriterOptions {
  /** Never runs twice at the same time. What it could not write, it keeps for the next time. */
  readonly write: () => Promise<void>;
  /** Milliseconds between two writes. What was counted since the last one is lost when the process is killed. */
  readonly intervalMs: number;
  /** Is called with the error of each write that failed, except those of `flush`. */
  readonly report: (error: unknown) => void;
}

export function startCountsWriter({ write, intervalMs, report }: CountsWriterOptions): CountsWriter {
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    const written = writing.then(write);
    writing = written.catch(() => {});
    return written;
  }

  const timer = setInterval(() => void flush().catch(report), intervalMs).unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await withDeadline(CLOSE_TIMEOUT_MS, flush).catch(report);
    },
  };
}
