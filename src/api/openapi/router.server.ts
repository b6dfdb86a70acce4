import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { DomainError } from '#platform/domain-error.ts';

type Issues = z.core.$ZodError['issues'];

/** Creates a router of the API. Input that fails validation is answered with the errors of the fields. */
export function apiRouter<E extends Env = Env>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      if (result.success) return;
      const code = result.target === 'json' ? 'unprocessable' : 'invalid';
      throw new DomainError(code, '', { fields: fieldsOf(result.error.issues) });
    },
  });
}

/** The first error of each field, by its path (`tags.0`). */
function fieldsOf(issues: Issues): Record<string, string> {
  const fields = issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  return Object.fromEntries(fields.toReversed());
}
