import { z } from '@hono/zod-openapi';

/** The query parameter `page`, from 1. The maximum bounds the offset of the query. */
export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'Please give a page from 1 to 99999')
  .default('1')
  .transform(Number)
  .openapi({ type: 'integer', minimum: 1, maximum: 99_999, default: 1 });

/** One page of a list, as the queries of the domain return it. */
interface ListPage {
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

/** What a response says about a page of a list, besides its items. */
export const pageJson = ({ total, page, pageCount }: ListPage) => ({ total, page, page_count: pageCount });

/** The page number and the number of pages, which is 1 for an empty list. */
export const pageFields = {
  page: z.int(),
  page_count: z.int().meta({ description: 'At least 1.' }),
};
