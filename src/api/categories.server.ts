import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_SLUGS, DESCRIPTION_LIMIT } from '#domain/categories/category.ts';
import { describeCategory } from '#domain/categories/describing.server.ts';
import { getCategory } from '#domain/categories/queries.server.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { basedOnText, IfMatch, TaggedHeaders, textTag } from './frame/revision-tag.ts';
import { apiRouter } from './frame/router.server.ts';

const Category = z
  .object({
    id: z.uuid(),
    slug: z.enum(CATEGORY_SLUGS),
    description: z.string().meta({ description: 'Plain text; empty while nobody has written one.' }),
    revision: z.string().meta({ description: 'Without quotes what the `ETag` is.' }),
  })
  .openapi('Category');

const Description = z
  .strictObject({ description: z.string().trim().max(DESCRIPTION_LIMIT) })
  .openapi('CategoryDescription');

const params = z.object({ slug: z.enum(CATEGORY_SLUGS) });

const tagged = (description: string) => ({ ...json(Category, description), headers: TaggedHeaders });

const route = { ...newsroom, path: '/newsroom/categories/{slug}' as const };

const readCategory = createRoute({
  ...route,
  method: 'get',
  summary: 'What is said about a section',
  request: { params },
  responses: {
    200: tagged('The record of the section.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const changeCategory = createRoute({
  ...route,
  method: 'patch',
  summary: 'Says something else about a section',
  description:
    'One that is not based on the present text is refused with 412; the answer has the present record in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(Description) },
  responses: {
    200: tagged('The record as it is now.'),
    ...problems(
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'stale',
      'unprocessable',
      'precondition_required',
    ),
  },
});

export function categoriesApi({ database }: { readonly database: Database }) {
  return apiRouter<SignedInEnv>()
    .openapi(readCategory, async (context) => {
      const { slug } = context.req.valid('param');
      const category = await getCategory(database.db, slug);
      context.header('etag', textTag(category.revision));
      return context.json(category, 200);
    })
    .openapi(changeCategory, async (context) => {
      const { slug } = context.req.valid('param');
      const { description } = context.req.valid('json');
      const basedOn = basedOnText(context.req.valid('header'));
      await describeCategory(database, context.var.signedIn, { slug, description, basedOn }).catch(
        async (error: unknown) => {
          if (!(error instanceof Refusal) || error.code !== 'stale') throw error;
          const current = await getCategory(database.db, slug);
          throw new Refusal('stale', error.message, { members: { current } });
        },
      );
      const category = await getCategory(database.db, slug);
      context.header('etag', textTag(category.revision));
      return context.json(category, 200);
    });
}
