/** The work did not end in time. Whether it has an effect is not known. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/**
 * Runs `work` and rejects with `DeadlineExceeded` after `milliseconds`, or with the reason of `outer` when that aborts
 * first. The signal passed to `work` aborts at that moment, so that the work can stop; it never aborts after the work
 * has settled, so what the work returns (a stream, for example) may use it for longer.
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const deadline = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error));
  const timer = setTimeout(() => deadline.abort(new DeadlineExceeded(milliseconds)), milliseconds);
  const abort = () => deadline.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, work(deadline.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
