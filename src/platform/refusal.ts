/** Why something is not done. `src/http/errors.server.ts` gives each its status and its words. */
export type RefusalCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'precondition_required'
  | 'too_many'
  | 'upstream'
  | 'unavailable';

/** What the one who asked is told besides the words. */
export interface RefusalDetails {
  /** What is wrong with which field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** When trying again makes sense. */
  readonly retryAfterSeconds?: number;
  /** Further members of the API's answer, the present version of a changed article for instance. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * Something is not done, and the one who asked may know why. Without a message the words of the code are shown; a cause
 * is logged and never shown.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message = '', details: RefusalDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
