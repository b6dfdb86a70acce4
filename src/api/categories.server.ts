import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_SLUGS, DESCRIPTION_LIMIT } from '#domain/categories/category.ts';
import { describeCategory } from '#domain/categories/describing.server.ts';
import { getCategory } from '#domain/categories/queries.server.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const Category = z
  .object({
    id: z.uuid(),
    slug: z.enum(CATEGORY_SLUGS),
    description: z.string().meta({ description: 'Plain text; empty while nobody has written one.' }),
  })
  .openapi('Category');

const Description = z
  .strictObject({ description: z.string().trim().max(DESCRIPTION_LIMIT) })
  .openapi('CategoryDescription');

const params = z.object({ slug: z.enum(CATEGORY_SLUGS) });

const route = { ...newsroom, path: '/newsroom/categories/{slug}' as const };

const readCategory = createRoute({
  ...route,
  method: 'get',
  summary: 'What is said about a section',
  request: { params },
  responses: {
    200: json(Category, 'The record of the section.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const changeCategory = createRoute({
  ...route,
  method: 'patch',
  summary: 'Says something else about a section',
  request: { params, body: jsonBody(Description) },
  responses: {
    200: json(Category, 'The record as it is now.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'unprocessable'),
  },
});

export function categoriesApi({ database }: { readonly database: Database }) {
  return apiRouter<SignedInEnv>()
    .openapi(readCategory, async (context) => {
      const { slug } = context.req.valid('param');
      return context.json(await getCategory(database.db, slug), 200);
    })
    .openapi(changeCategory, async (context) => {
      const { slug } = context.req.valid('param');
      await describeCategory(database, context.var.signedIn, { slug, ...context.req.valid('json') });
      return context.json(await getCategory(database.db, slug), 200);
    });
}
