import { withDeadline } from '#platform/deadline.ts';

/** Milliseconds one call to a store may take, with all its attempts, and a body may keep its reader waiting in total. */
export const STORE_LIMIT_MS = 15_000;

export interface ChunkSource {
  /** The next bytes, null at the end. The signal aborts when nobody waits for them any more. */
  readonly read: (signal: AbortSignal) => Promise<Uint8Array | null>;
  /** Frees what the source holds, also while a read is under way. Called once. */
  readonly close: () => Promise<unknown>;
}

/**
 * A body that ends with an error once it has kept its reader waiting for `limitMs` in total. The time the reader takes
 * does not count, so a slow line to a reader is no reason to cut the body off, while a store that sends a byte now and
 * then is one. Nothing is read before it is asked for.
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
