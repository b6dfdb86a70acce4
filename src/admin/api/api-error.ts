import { z } from 'zod';

/** What the server says of a request it refuses (RFC 9457, with a stable code), as far as screens look at it. */
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

/** Why a request has no good answer. The message can be shown to a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** The server's stable code; `unreachable` when there was no answer at all. */
  readonly code: string;
  /** What is wrong with which field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until it may be tried again, if the server said so. */
  readonly retryAfterSeconds: number | null;
  /** The whole problem, for the members only some have (`current` of a stale save). */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.problem = details.problem ?? {};
  }

  /** The line or the server is at fault, not the request: the same one may pass later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }

  /** Nobody is signed in any more, or whoever is may not do this. */
  get isAccessLost(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

const UNREACHABLE = 'The server cannot be reached. Please check your connection.';
const AT_FAULT = 'Something went wrong on our side. Please try again.';

export function unreachable(cause: unknown): ApiError {
  return Object.assign(new ApiError(UNREACHABLE, { status: 0, code: 'unreachable' }), { cause });
}

export async function errorFrom(response: Response): Promise<ApiError> {
  const { success, data } = problemSchema.safeParse(await response.json().catch(() => null));
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
  // A proxy that answers in our place knows no problems; its status is all there is.
  if (!success)
    return new ApiError(AT_FAULT, { status: response.status, code: 'unknown', retryAfterSeconds });
  const { detail, code, fields = {} } = data;
  return new ApiError(detail, { status: response.status, code, fields, retryAfterSeconds, problem: data });
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
