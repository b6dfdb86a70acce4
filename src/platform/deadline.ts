/** The work did not finish in time. Whether it had an effect is unknown. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/**
 * Runs `work` and rejects with `DeadlineExceededError` after `milliseconds`, or with the reason of `outer` when that
 * aborts first. The signal passed to `work` aborts at the same time, so that the work can stop. It never aborts after
 * the work has settled, so the result (a stream, for example) can continue to use it.
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const deadline = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error));
  const timer = setTimeout(() => deadline.abort(new DeadlineExceededError(milliseconds)), milliseconds);
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
