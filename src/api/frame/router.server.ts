import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { Refusal } from '#platform/refusal.ts';

type Issues = z.core.$ZodError['issues'];

/** A router of the API: what a schema refuses is answered with the fields that are wrong. */
export function apiRouter<E extends Env = Env>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      if (result.success) return;
      const code = result.target === 'json' ? 'unprocessable' : 'invalid';
      throw new Refusal(code, '', { fields: fieldsOf(result.error.issues) });
    },
  });
}

/** The first complaint about each field, by its path (`tags.0`). */
function fieldsOf(issues: Issues): Record<string, string> {
  const fields = issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  return Object.fromEntries(fields.toReversed());
}
