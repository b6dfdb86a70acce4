/**
 * An error that the operator of the site can fix. Only its message is printed, without a stack trace: complete
 * sentences that say what is wrong and what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
