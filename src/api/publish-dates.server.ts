import { createRoute } from '@hono/zod-openapi';
import { correctPublishDate } from '#domain/articles/correcting-date.server.ts';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { publishDateInput } from '#domain/articles/publish-date.ts';
import { ArticleId, articleJson, NewsroomArticle } from './article-json.ts';
import {
  type ArticleApiDeps,
  rethrowWithCurrentArticle,
  waitForArticlePages,
} from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const correct = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/publish-date',
  method: 'put',
  summary: 'Corrects when an article was first published',
  description:
    'For those who may publish it. No save moves this date. Lists, archive, feeds and sitemaps follow; the article gets no revision. ' +
    '409 for an article that was never published.',
  request: { params: ArticleId, headers: IfMatch, body: jsonBody(publishDateInput) },
  responses: {
    200: { ...json(NewsroomArticle, 'The article. Its revision is the same.'), headers: EtagHeaders },
    ...problems('conflict', 'too_large', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

/** Corrections of publication dates. */
export function publishDatesApi(deps: ArticleApiDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>().openapi(correct, async (context) => {
    const { user } = context.var;
    const { id } = context.req.valid('param');
    const basedOn = requireIfMatch(context.req.valid('header'));
    const publishDate = new Date(context.req.valid('json').publish_date);
    await correctPublishDate(deps, user, { id, basedOn, publishDate }).catch(
      rethrowWithCurrentArticle(database, user, id),
    );
    const article = await getNewsroomArticle(database.db, user, id);
    await waitForArticlePages(deps, article);
    context.header('etag', revisionEtag(article.revision));
    return context.json(articleJson(article), 200);
  });
}
