import { createRoute, z } from '@hono/zod-openapi';
import { suggestTags, SUGGESTED_TAGS } from '#domain/articles/article-tags.server.ts';
import type { Database } from '#platform/db/database.ts';
import { type AuthenticatedEnv, newsroomRoute, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Tags = z
  .object({ tags: z.array(z.object({ slug: z.string(), name: z.string() })) })
  .openapi('ArticleTagList');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/tags',
  method: 'get',
  summary: `Lists up to ${SUGGESTED_TAGS} tags of published articles, by slug`,
  request: {
    query: z.object({
      search: z
        .string()
        .trim()
        .max(80)
        .default('')
        .meta({ description: 'Only tags whose slug begins with that of this text.' }),
    }),
  },
  responses: { 200: json(Tags, 'The tags.'), ...problems(...NEWSROOM_ERRORS) },
});

/** The tags of articles, for suggestions. */
export const articleTagsApi = ({ database }: { readonly database: Database }) =>
  apiRouter<AuthenticatedEnv>().openapi(list, async (context) => {
    const { search } = context.req.valid('query');
    return context.json({ tags: await suggestTags(database.db, search) }, 200);
  });
