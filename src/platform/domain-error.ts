/** Stable error codes. `src/http/errors.server.ts` maps each to an HTTP status and a default message. */
export type DomainErrorCode =
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

/** Additional information for the client. */
export interface DomainErrorDetails {
  /** Error message by field name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number;
  /** Why credentials were not accepted (RFC 6750, section 3.1), and the scope that is needed. */
  readonly challenge?: {
    readonly error: 'invalid_token' | 'insufficient_scope';
    readonly scope?: string;
  };
  /** Further members of the JSON error response, for example the current version of a changed article. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * An expected error whose message may be sent to the client. An empty message is replaced by the default message of the
 * code. A cause is logged and never sent.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly details: DomainErrorDetails;

  constructor(code: DomainErrorCode, message = '', details: DomainErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
