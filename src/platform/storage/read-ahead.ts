export interface ReadAhead {
  readonly start: Uint8Array<ArrayBuffer>;
  /** What follows; null when `start` was all. */
  readonly rest: ReadableStream<Uint8Array> | null;
}

/**
 * Reads a body up to about `bytes`, or to its end when that comes first, so that its reader learns of a failure before
 * anything was passed on. Rejects with the reason of `signal` when that aborts; the body is cancelled then.
 */
export async function readAhead(
  body: ReadableStream<Uint8Array>,
  bytes: number,
  signal: AbortSignal,
): Promise<ReadAhead> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    while (size < bytes) {
      const { done, value } = await reader.read();
      // Reading a cancelled body ends as if there were no more.
      signal.throwIfAborted();
      if (done) return { start: joined(chunks), rest: null };
      chunks.push(value);
      size += value.length;
    }
    reader.releaseLock();
    return { start: joined(chunks), rest: body };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** A disk gives most pictures in one piece, which needs no copy. */
function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  return chunks.length === 1 && first?.buffer instanceof ArrayBuffer
    ? (first as Uint8Array<ArrayBuffer>)
    : Buffer.concat(chunks);
}
