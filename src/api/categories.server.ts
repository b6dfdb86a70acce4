import { createRoute, z } from '@hono/zod-openapi';
import { DESCRIPTION_MAX_LENGTH } from '#domain/categories/category.ts';
import { updateCategoryDescription } from '#domain/categories/update-description.server.ts';
import { SECTION_SLUG_MAX_LENGTH } from '#domain/categories/section.ts';
import { getCategory } from '#domain/categories/queries.server.ts';
import type { Database } from '#platform/db/database.ts';
import { removeUnsafe } from '#platform/unsafe-characters.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { requireTextIfMatch, IfMatch, EtagHeaders, textEtag } from './openapi/entity-tag.ts';
import { apiRouter } from './openapi/router.server.ts';

const Category = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    description: z.string().meta({ description: 'Plain text; empty if none is set.' }),
    revision: z.string().meta({ description: 'The `ETag` without quotes.' }),
  })
  .openapi('Category');

const Description = z
  .strictObject({ description: z.string().overwrite(removeUnsafe).trim().max(DESCRIPTION_MAX_LENGTH) })
  .openapi('CategoryDescription');

const params = z.object({ slug: z.string().max(SECTION_SLUG_MAX_LENGTH) });

const withEtag = (description: string) => ({ ...json(Category, description), headers: EtagHeaders });

const categoryRoute = { ...newsroomRoute, path: '/newsroom/categories/{slug}' as const };

const readCategory = createRoute({
  ...categoryRoute,
  method: 'get',
  summary: 'Returns the record of a section',
  request: { params },
  responses: {
    200: withEtag('The record of the section.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const changeCategory = createRoute({
  ...categoryRoute,
  method: 'patch',
  summary: 'Updates the description of a section',
  description:
    'A change that is not based on the current text is rejected with 412; the response has the current record in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(Description) },
  responses: {
    200: withEtag('The updated record.'),
    ...problems(...CONDITIONAL_CHANGE_ERRORS),
  },
});

export function categoriesApi({ database }: { readonly database: Database }) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(readCategory, async (context) => {
      const { slug } = context.req.valid('param');
      const category = await getCategory(database.db, slug);
      context.header('etag', textEtag(category.revision));
      return context.json(category, 200);
    })
    .openapi(changeCategory, async (context) => {
      const { slug } = context.req.valid('param');
      const { description } = context.req.valid('json');
      const basedOn = requireTextIfMatch(context.req.valid('header'));
      await updateCategoryDescription(database, context.var.user, { slug, description, basedOn }).catch(
        rethrowStaleWithCurrent(() => getCategory(database.db, slug)),
      );
      const category = await getCategory(database.db, slug);
      context.header('etag', textEtag(category.revision));
      return context.json(category, 200);
    });
}
