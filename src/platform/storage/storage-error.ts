import { OperatorError } from '#platform/operator-error.ts';

/**
 * The storage does not answer, refuses, or is full. The message is for the operator of the site and for the log: it
 * names the location and the problem, and contains no secret. Visitors get a shorter message.
 */
export class StorageError extends OperatorError {
  override readonly name = 'StorageError';
}
