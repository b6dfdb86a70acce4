import { z } from '@hono/zod-openapi';

/** `?page=`, from 1. Bounded, so that no one asks for a page no index could reach. */
export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'Please give a page from 1 to 99999')
  .default('1')
  .transform(Number)
  .openapi({ type: 'integer', minimum: 1, maximum: 99_999, default: 1 });

/** How many pages there are; 1 when there is nothing to show. */
export const pageCounts = {
  page: z.int(),
  page_count: z.int().meta({ description: 'At least 1.' }),
};
