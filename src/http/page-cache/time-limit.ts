/** Rejects with a `TimeLimitError` when `work` has not settled in time. The work itself cannot be stopped. */
export async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(milliseconds)), milliseconds);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
  constructor(milliseconds: number) {
    super(`took longer than ${milliseconds} ms`);
  }
}
