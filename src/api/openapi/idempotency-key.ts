import { z } from '@hono/zod-openapi';

/** The header `Idempotency-Key` of a request that may be repeated. */
export const idempotencyKey = (description: string) =>
  z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\w.:-]{1,100}$/, 'Up to 100 letters, digits and . : _ -')
      .optional()
      .meta({ description }),
  });
