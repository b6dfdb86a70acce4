import { z } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import { toPublicError, type ErrorCode, ERRORS } from '#http/errors.server.ts';
import type { Log } from '#platform/log.server.ts';
import { DomainError, type DomainErrorDetails } from '#platform/domain-error.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** The body of every error response: RFC 9457 with a stable code and the errors of the fields. */
export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'A summary of the error; the same for each code.' }),
    status: z.int(),
    detail: z.string().meta({ description: 'An explanation of this error that can be shown to users.' }),
    code: z.string().meta({ description: 'A stable identifier of the error for programs.' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'The error message of each invalid field.' }),
  })
  .openapi('Problem');
export type Problem = z.infer<typeof Problem>;

/** Converts any error that a route throws to a problem. Unexpected errors are logged and answered with 500. */
export function problemHandler(log: Log): ErrorHandler {
  return (error, context) => {
    const { status, code, message, retryAfterSeconds } = toPublicError(error, log);
    const problem = { type: 'about:blank', title: ERRORS[code].message, status, detail: message, code };
    const { fields, members, challenge } = error instanceof DomainError ? error.details : {};
    context.header('cache-control', 'no-store');
    if (code === 'unauthenticated' || challenge !== undefined)
      context.header('www-authenticate', challengeText(challenge));
    if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
    return context.body(JSON.stringify({ ...members, ...problem, fields }), status, {
      'content-type': PROBLEM_TYPE,
    });
  };
}

/** RFC 6750, section 3. */
function challengeText(challenge: DomainErrorDetails['challenge']): string {
  if (challenge === undefined) return 'Bearer';
  const { error, scope } = challenge;
  return `Bearer error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`;
}

type StatusOf<Code extends ErrorCode> = (typeof ERRORS)[Code]['status'];

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly [PROBLEM_TYPE]: { readonly schema: typeof Problem } };
}

/** The error `responses` of a route, by code. */
export function problems<const Codes extends readonly ErrorCode[]>(
  ...codes: Codes
): Record<StatusOf<Codes[number]>, ProblemResponse> {
  const entries = codes.map((code) => [
    ERRORS[code].status,
    { description: ERRORS[code].message, content: { [PROBLEM_TYPE]: { schema: Problem } } },
  ]);
  return Object.fromEntries(entries) as Record<StatusOf<Codes[number]>, ProblemResponse>;
}
