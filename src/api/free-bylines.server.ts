import { createRoute, z } from '@hono/zod-openapi';
import {
  LINK_BATCH_SIZE,
  linkFreeByline,
  listFreeBylines,
} from '#domain/articles/authors/free-bylines.server.ts';
import { AUTHOR_NAME_MAX_LENGTH } from '#domain/articles/bylines.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const FreeByline = z
  .object({ name: z.string(), article_count: z.int().meta({ description: 'Drafts included.' }) })
  .openapi('FreeByline');

const list = createRoute({
  ...newsroomRoute,
  method: 'get',
  path: '/newsroom/free-bylines',
  summary: 'Lists the names without a profile in bylines, those of the most articles first, 20 per page',
  request: {
    query: z.object({
      search: z.string().max(100).default('').meta({ description: 'A part of the name.' }),
      page: PageNumber,
    }),
  },
  responses: {
    200: json(z.object({ bylines: z.array(FreeByline), total: z.int(), ...pageFields }), 'A page of names.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const link = createRoute({
  ...newsroomRoute,
  method: 'post',
  path: '/newsroom/free-bylines/links',
  summary: `Links a name without a profile to an author, in at most ${LINK_BATCH_SIZE} articles`,
  description:
    'Repeat the request while `remaining` is not 0. The articles get the name of the author and no new revision.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          name: z
            .string()
            .min(1)
            .max(AUTHOR_NAME_MAX_LENGTH * 4),
          author: z.uuid(),
        })
        .openapi('FreeBylineLink'),
    ),
  },
  responses: {
    200: json(
      z.object({
        linked: z.int().meta({ description: 'Articles that this request has linked.' }),
        remaining: z.int().meta({ description: 'Articles that still have the name without a profile.' }),
      }),
      'The number of linked articles.',
    ),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

/** The names in bylines that have no profile. */
export function freeBylinesApi(deps: { readonly database: Database }) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { user } = context.var;
      const found = await listFreeBylines(deps.database.db, user, context.req.valid('query'));
      const bylines = found.bylines.map(({ name, articleCount }) => ({ name, article_count: articleCount }));
      return context.json({ bylines, ...pageJson(found) }, 200);
    })
    .openapi(link, async (context) =>
      context.json(await linkFreeByline(deps, context.var.user, context.req.valid('json')), 200),
    );
}
