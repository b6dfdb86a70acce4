import { OperatorError } from '#platform/operator-error.ts';

/**
 * The store does not answer, refuses, or has no room. The message is for the person who runs the site and for the log:
 * it names the place and what to do about it, and holds no secret. Visitors are told less.
 */
export class StoreFailure extends OperatorError {
  override readonly name = 'StoreFailure';
}
