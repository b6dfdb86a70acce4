import type { z } from '@hono/zod-openapi';

/** The description of a JSON response for `createRoute`. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** A required JSON body. Without `required`, a request without a content type would not be validated. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
