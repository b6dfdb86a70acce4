export interface ReadAhead {
  readonly start: Uint8Array<ArrayBuffer>;
  /** The rest of the body; null when `start` is the whole body. */
  readonly rest: ReadableStream<Uint8Array> | null;
}

/**
 * Reads about the first `bytes` of a body, or all of a shorter one, so that the caller can handle a failure before it
 * has sent anything. When `signal` aborts, rejects with its reason and cancels the body.
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
      // A cancelled body reads as if it had ended.
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

/** A disk returns most images in one chunk, which needs no copy. */
function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  return chunks.length === 1 && first?.buffer instanceof ArrayBuffer
    ? (first as Uint8Array<ArrayBuffer>)
    : Buffer.concat(chunks);
}
