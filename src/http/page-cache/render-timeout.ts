/** Rejects with a `TimeLimitError` when `work` has not settled in time. The work itself is not stopped. */
export async function withRenderTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RenderTimeoutError(milliseconds)), milliseconds);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export class RenderTimeoutError extends Error {
  override name = 'TimeLimitError';
  constructor(milliseconds: number) {
    super(`took longer than ${milliseconds} ms`);
  }
}
