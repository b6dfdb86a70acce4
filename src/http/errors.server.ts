import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#platform/log.server.ts';
import { Refusal, type RefusalCode } from '#platform/refusal.ts';
import { isUnavailable } from '#platform/unavailable.ts';

/** A fault of ours is `unknown`, and nothing more is said of it. */
export type ErrorCode = RefusalCode | 'unknown';

/** Every way a request may fail: what the client is told by number, and what a person is told in words. */
export const ERRORS = {
  invalid: { status: 400, message: 'The request is not valid.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You do not have access to this.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This cannot be done here.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Please try again.' },
  conflict: { status: 409, message: 'Something else has this name already.' },
  gone: { status: 410, message: 'This is not here any more.' },
  stale: { status: 412, message: 'Somebody has changed this meanwhile.' },
  too_large: { status: 413, message: 'This is too large.' },
  unsupported: { status: 415, message: 'This kind of file or content is not accepted.' },
  unprocessable: { status: 422, message: 'Some fields need another look.' },
  precondition_required: { status: 428, message: 'Say which version this is based on.' },
  too_many: { status: 429, message: 'Too many attempts. Please try again later.' },
  unknown: { status: 500, message: 'Something went wrong on our side.' },
  upstream: { status: 502, message: 'Another service did not answer as it should.' },
  unavailable: { status: 503, message: 'This cannot be done right now. Please try again in a moment.' },
} as const satisfies Readonly<Record<ErrorCode, { status: ContentfulStatusCode; message: string }>>;

/** What may be shown of an error. */
export interface ShownError {
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly message: string;
  /** For the header Retry-After; always there with 503. */
  readonly retryAfterSeconds?: number;
}

/** A database that restarts is back by then. */
const RETRY_SECONDS = 5;

/**
 * What to answer to an error. An error with one of our codes in its `code` is meant for the client and its own message
 * is shown, or the table's if it has none; if a failure of ours caused it, that is logged. A database or a disk that
 * cannot serve now is logged and shown as 503. Anything else is a fault of ours: logged whole, shown as nothing but 500.
 */
export function describeError(error: unknown, log: Log): ShownError {
  const code = codeOf(error);
  if (code === null && isUnavailable(error)) {
    log.error({ err: error }, 'the database or the disk is not available');
    return { code: 'unavailable', ...ERRORS.unavailable, retryAfterSeconds: RETRY_SECONDS };
  }
  if (code === null || code === 'unknown') {
    log.error({ err: error }, 'unexpected error');
    return { code: 'unknown', ...ERRORS.unknown };
  }
  if (code === 'unavailable' && error instanceof Error && error.cause !== undefined)
    log.warn({ err: error.cause }, 'a request could not be served');
  const message = error instanceof Error && error.message !== '' ? error.message : ERRORS[code].message;
  const { retryAfterSeconds = code === 'unavailable' ? RETRY_SECONDS : undefined } =
    error instanceof Refusal ? error.details : {};
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

/** The framework's own exceptions carry a status instead. */
function codeFor(status: number): ErrorCode | null {
  const codes = Object.keys(ERRORS).filter((code) => isCode(code));
  return codes.find((code) => ERRORS[code].status === status && status < 500) ?? null;
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The header that tells when to try again, where there is something to tell (RFC 9110, section 10.2.3). */
export function retryAfter({
  retryAfterSeconds,
}: Pick<ShownError, 'retryAfterSeconds'>): Readonly<Record<string, string>> {
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}
