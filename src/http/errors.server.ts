import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#platform/log.server.ts';
import { DomainError, type DomainErrorCode } from '#platform/domain-error.ts';
import { isDeletedAccount } from '#platform/db/deleted-account.server.ts';
import { isUnavailable } from '#platform/unavailable.ts';

/** `unknown` is an internal error; no details are sent. */
export type ErrorCode = DomainErrorCode | 'unknown';

/** Status and default message of every error code. */
export const ERRORS = {
  invalid: { status: 400, message: 'The request is not valid.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You do not have access to this.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Please try again.' },
  conflict: { status: 409, message: 'This conflicts with what is already there.' },
  gone: { status: 410, message: 'This no longer exists.' },
  stale: { status: 412, message: 'Someone else has changed this.' },
  too_large: { status: 413, message: 'This is too large.' },
  unsupported: { status: 415, message: 'This kind of file or content is not accepted.' },
  unprocessable: { status: 422, message: 'Please check the marked fields.' },
  precondition_required: { status: 428, message: 'Send the version that this change is based on.' },
  too_many: { status: 429, message: 'Too many attempts. Please try again later.' },
  unknown: { status: 500, message: 'Something went wrong on our side.' },
  upstream: { status: 502, message: 'Another service returned an unexpected response.' },
  unavailable: { status: 503, message: 'This is temporarily unavailable. Please try again in a moment.' },
} as const satisfies Readonly<Record<ErrorCode, { status: ContentfulStatusCode; message: string }>>;

/** The parts of an error that are sent to the client. */
export interface PublicError {
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly message: string;
  /** For the header Retry-After; always set with 503. */
  readonly retryAfterSeconds?: number;
}

/** A database that restarts is usually available again by then. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Converts an error to what the client gets. An error whose `code` is in `ERRORS` is sent with its own message, or with
 * the message of the table if it has none; the cause of an `unavailable` error is logged. A failure of the database or
 * the disk is logged and sent as 503. What an account does that was deleted meanwhile is sent as 401. Any other error is logged completely and sent as 500 without details.
 */
export function toPublicError(error: unknown, log: Log): PublicError {
  const code = codeOf(error);
  if (code === null && isUnavailable(error)) {
    log.error({ err: error }, 'the database or the disk is not available');
    return { code: 'unavailable', ...ERRORS.unavailable, retryAfterSeconds: RETRY_AFTER_SECONDS };
  }
  if (code === null && isDeletedAccount(error)) return { code: 'unauthenticated', ...ERRORS.unauthenticated };
  if (code === null || code === 'unknown') {
    log.error({ err: error }, 'unexpected error');
    return { code: 'unknown', ...ERRORS.unknown };
  }
  if (code === 'unavailable' && error instanceof Error && error.cause !== undefined)
    log.warn({ err: error.cause }, 'a request could not be served');
  const message = error instanceof Error && error.message !== '' ? error.message : ERRORS[code].message;
  const { retryAfterSeconds = code === 'unavailable' ? RETRY_AFTER_SECONDS : undefined } =
    error instanceof DomainError ? error.details : {};
  return {
    ...ERRORS[code],
    code,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function codeOf(error: unknown): ErrorCode | null {
  if (error instanceof HTTPException) return codeFor(error.status);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return isCode(error.code) ? error.code : null;
}

/** Exceptions of Hono have a status instead of a code. */
function codeFor(status: number): ErrorCode | null {
  const codes = Object.keys(ERRORS).filter((code) => isCode(code));
  return codes.find((code) => ERRORS[code].status === status && status < 500) ?? null;
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The Retry-After header, if the time is known (RFC 9110, section 10.2.3). */
export function retryAfterHeader({
  retryAfterSeconds,
}: Pick<PublicError, 'retryAfterSeconds'>): Readonly<Record<string, string>> {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}
