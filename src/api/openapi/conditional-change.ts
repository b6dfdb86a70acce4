import { DomainError } from '#platform/domain-error.ts';

/** The errors of a change that needs `If-Match` and a body. */
export const CONDITIONAL_CHANGE_ERRORS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'stale',
  'unprocessable',
  'precondition_required',
] as const;

/**
 * Returns a handler for the rejection of a conditional change. It adds `current` to a `stale` error, so that the client can
 * compare both versions, and throws every other error as it is.
 * @param read returns the current record as the API shows it
 */
export function rethrowStaleWithCurrent(read: () => Promise<object>): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof DomainError) || error.code !== 'stale') throw error;
    throw new DomainError('stale', error.message, { ...error.details, members: { current: await read() } });
  };
}
