import type { z } from '@hono/zod-openapi';

/** A JSON answer, as `createRoute` describes one. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** A JSON body that has to be there: without `required` a request of no content type would pass unchecked. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
