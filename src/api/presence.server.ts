import { createRoute, z } from '@hono/zod-openapi';
import { enterArticle, leaveArticle } from '#domain/articles/presence/presence.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { ArticleId } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Presence = z
  .object({
    others: z.array(z.object({ name: z.string(), since: z.iso.datetime() })).meta({
      description: 'The other people who have the article open, the first one first, at most 20.',
    }),
  })
  .openapi('ArticlePresence');

const presenceRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/presence' as const };

const enter = createRoute({
  ...presenceRoute,
  method: 'put',
  summary: 'Records that the account has an article open, and returns who else has',
  description:
    'For everybody who may read the article in the newsroom. It ends after 90 seconds; an open editor repeats the request ' +
    'every 20 seconds. 404 for an article in the trash.',
  request: { params: ArticleId },
  responses: {
    200: json(Presence, 'The other people.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const leave = createRoute({
  ...presenceRoute,
  method: 'delete',
  summary: 'Records that the account has closed an article',
  request: { params: ArticleId },
  responses: {
    204: { description: 'Recorded, also if the article was not open.' },
    ...problems(...NEWSROOM_ERRORS),
  },
});

/** Who has an article open. */
export function presenceApi(deps: CommandDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(enter, async (context) => {
      const others = await enterArticle(deps, context.var.user, context.req.valid('param').id);
      return context.json(
        { others: others.map(({ name, since }) => ({ name, since: since.toISOString() })) },
        200,
      );
    })
    .openapi(leave, async (context) => {
      await leaveArticle(deps, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
