import { createRoute } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { scheduleInput } from '#domain/articles/schedule/schedule.ts';
import { cancelSchedule, scheduleArticle } from '#domain/articles/schedule/scheduling.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { ArticleId, articleJson, NewsroomArticle } from './article-json.ts';
import { rethrowWithCurrentArticle } from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const scheduleRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/schedule' as const };

const changed = {
  ...json(NewsroomArticle, 'The article. Its revision is the same.'),
  headers: EtagHeaders,
};

const schedule = createRoute({
  ...scheduleRoute,
  method: 'put',
  summary: 'Schedules when an article or its pending changes are published, or when it is taken offline',
  description:
    'For those who may publish it. Replaces an earlier schedule. It happens exactly once, within two seconds after the moment; ' +
    'if no process runs then, before the first request is answered. Later saves of the article do not end the schedule; ' +
    'publishing it, or taking it offline, does. 422 for a moment that is not in the future, 409 for a published article that ' +
    'is to be published, a draft that is to be taken offline, or changes that are not there. What cannot be published at the moment is ' +
    'not: the article has a note with the reason then.',
  request: { params: ArticleId, headers: IfMatch, body: jsonBody(scheduleInput) },
  responses: { 200: changed, ...problems('conflict', 'too_large', ...CONDITIONAL_CHANGE_ERRORS) },
});

const cancel = createRoute({
  ...scheduleRoute,
  method: 'delete',
  summary: 'Cancels what is scheduled for an article',
  description: '409 if nothing is scheduled any more.',
  request: { params: ArticleId },
  responses: {
    200: changed,
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

/** Schedules of articles. */
export function schedulesApi(deps: CommandDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(schedule, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const { action, at } = context.req.valid('json');
      const basedOn = requireIfMatch(context.req.valid('header'));
      await scheduleArticle(deps, user, { id, basedOn, action, at: new Date(at) }).catch(
        rethrowWithCurrentArticle(database, user, id),
      );
      const article = await getNewsroomArticle(database.db, user, id);
      context.header('etag', revisionEtag(article.revision));
      return context.json(articleJson(article), 200);
    })
    .openapi(cancel, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      await cancelSchedule(deps, user, id);
      const article = await getNewsroomArticle(database.db, user, id);
      context.header('etag', revisionEtag(article.revision));
      return context.json(articleJson(article), 200);
    });
}
