import { z } from 'zod';
import { parseRetryAfter } from '#platform/retry-after.ts';

/** The problem details of an error response (RFC 9457, plus a stable code), limited to the members the UI reads. */
const problemSchema = z.looseObject({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

interface ApiErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number | null;
  readonly problem?: Readonly<Record<string, unknown>>;
}

/** A failed request. The message is suitable for display to users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code; 0 when no response arrived. */
  readonly status: number;
  /** The server's stable error code; `unreachable` when no response arrived. */
  readonly code: string;
  /** Validation messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds from the `Retry-After` header; null without one. */
  readonly retryAfterSeconds: number | null;
  /** The complete problem object, for extension members such as `current` of a stale save. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.problem = details.problem ?? {};
  }

  /** Whether the same request may succeed later: network failure, timeout, rate limit or server error. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }

  /** Whether the session has ended or the user lacks permission. */
  get isAccessLost(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

const UNREACHABLE = 'The server cannot be reached. Please check your connection.';
const SERVER_ERROR = 'Something went wrong on our side. Please try again.';

export function unreachableError(cause: unknown): ApiError {
  return Object.assign(new ApiError(UNREACHABLE, { status: 0, code: 'unreachable' }), { cause });
}

export async function apiErrorFromResponse(response: Response): Promise<ApiError> {
  const { success, data } = problemSchema.safeParse(await response.json().catch(() => null));
  const retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'), new Date());
  // A proxy that answers instead of the application sends no problem details, only a status.
  if (!success)
    return new ApiError(SERVER_ERROR, { status: response.status, code: 'unknown', retryAfterSeconds });
  const { detail, code, fields = {} } = data;
  return new ApiError(detail, { status: response.status, code, fields, retryAfterSeconds, problem: data });
}

/** Handles the rejection of a request that deletes something: with 404, someone else has already deleted it. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Whether a save was rejected because someone else has changed the item since it was loaded. */
export const isStaleSave = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 412;

/** The errors of the fields of a rejected request, by field. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/** Why a request was rejected: the first field error, which is more specific than the message of the response. */
export function rejectionReason(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.values(error.fields)[0] ?? error.message;
}
