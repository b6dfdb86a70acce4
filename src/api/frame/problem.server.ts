import { z } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import { describeError, type ErrorCode, ERRORS } from '#http/errors.server.ts';
import type { Log } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** What every refused request is told: RFC 9457, with our stable code and the fields that need another look. */
export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'What is generally wrong, the same for each code.' }),
    status: z.int(),
    detail: z.string().meta({ description: 'What is wrong here, in words that can be shown to a person.' }),
    code: z.string().meta({ description: 'Stable: what a program decides by.' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'What is wrong with which field.' }),
  })
  .openapi('Problem');
export type Problem = z.infer<typeof Problem>;

/** Turns whatever a route throws into a problem; what is not meant for the client is logged and shown as 500. */
export function answerProblem(log: Log): ErrorHandler {
  return (error, context) => {
    const { status, code, message, retryAfterSeconds } = describeError(error, log);
    const problem = { type: 'about:blank', title: ERRORS[code].message, status, detail: message, code };
    const { fields, members } = error instanceof Refusal ? error.details : {};
    context.header('cache-control', 'no-store');
    if (code === 'unauthenticated') context.header('www-authenticate', 'Bearer');
    if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
    return context.body(JSON.stringify({ ...members, ...problem, fields }), status, {
      'content-type': PROBLEM_TYPE,
    });
  };
}

type StatusOf<Code extends ErrorCode> = (typeof ERRORS)[Code]['status'];

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly [PROBLEM_TYPE]: { readonly schema: typeof Problem } };
}

/** The `responses` of a route for the ways in which it may refuse. */
export function problems<const Codes extends readonly ErrorCode[]>(
  ...codes: Codes
): Record<StatusOf<Codes[number]>, ProblemResponse> {
  const entries = codes.map((code) => [
    ERRORS[code].status,
    { description: ERRORS[code].message, content: { [PROBLEM_TYPE]: { schema: Problem } } },
  ]);
  return Object.fromEntries(entries) as Record<StatusOf<Codes[number]>, ProblemResponse>;
}
