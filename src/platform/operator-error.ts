/**
 * A mistake the person who runs the site can put right. Its message is all they are shown: whole sentences that say
 * what is wrong and what to do, no stack trace.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
