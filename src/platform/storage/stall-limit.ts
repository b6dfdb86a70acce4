import { withDeadline } from '#platform/deadline.ts';

/** Milliseconds for one call to a storage, with all its attempts, and the total time for which a body may stall. */
export const STORAGE_TIMEOUT_MS = 15_000;

export interface ChunkSource {
  /** The next bytes, null at the end. The signal aborts when the read has timed out. */
  readonly read: (signal: AbortSignal) => Promise<Uint8Array | null>;
  /** Releases the resources of the source, even during a read. Called once. */
  readonly close: () => Promise<unknown>;
}

/**
 * A body that errors once its reader has waited for `limitMs` in total. The time that the reader takes does not count,
 * so a slow client does not cause an error, while a storage that sends single bytes does. Nothing is read ahead.
 */
export function limitStalls(
  { read, close }: ChunkSource,
  limitMs: number,
  toError: (error: unknown) => Error,
): ReadableStream<Uint8Array> {
  let left = limitMs;
  const end = () => void close().catch(() => undefined);
  return new ReadableStream(
    {
      async pull(controller) {
        const started = performance.now();
        try {
          const chunk = await withDeadline(left, read);
          left -= performance.now() - started;
          if (chunk !== null) return controller.enqueue(chunk);
          controller.close();
        } catch (error) {
          controller.error(toError(error));
        }
        end();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
