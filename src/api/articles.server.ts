import { createRoute } from '@hono/zod-openapi';
import { createArticle } from '#domain/articles/creating.server.ts';
import { duplicateArticle } from '#domain/articles/duplicating.server.ts';
import { trashArticle } from '#domain/articles/trash/trashing.server.ts';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { saveArticle } from '#domain/articles/saving.server.ts';
import {
  ArticleId,
  ArticleInput,
  articleJson,
  NewArticleInput,
  NewsroomArticle,
  SavedArticle,
  savedArticleJson,
  toArticleFields,
} from './article-json.ts';
import {
  rethrowWithCurrentArticle,
  type ArticleApiDeps,
  waitForArticlePages,
} from './article-writes.server.ts';
import { SaveHeaders, toContainedAutosave } from './save-headers.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { idempotencyKey } from './openapi/idempotency-key.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { requireIfMatch, revisionEtag, EtagHeaders } from './openapi/entity-tag.ts';
import { apiRouter } from './openapi/router.server.ts';

const IdempotencyKey = idempotencyKey(
  'Any unique text. A repeated request with the same key does not create a second article.',
);

const withEtag = (description: string) => ({ ...json(NewsroomArticle, description), headers: EtagHeaders });
const saved = (description: string) => ({ ...json(SavedArticle, description), headers: EtagHeaders });

const articleRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}' as const };

const create = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles',
  method: 'post',
  summary: 'Creates an article as a draft or publishes it',
  request: { headers: IdempotencyKey, body: jsonBody(NewArticleInput) },
  responses: {
    200: saved(
      'An earlier request with the same key created the article. Its current state may differ from the request.',
    ),
    201: saved('The article.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'gone', 'too_large', 'unprocessable', 'unavailable'),
  },
});

const duplicate = createRoute({
  ...articleRoute,
  path: '/newsroom/articles/{id}/duplicates' as const,
  method: 'post',
  summary: 'Creates a draft with the fields of an article',
  description:
    'Its title begins with "Copy of", it has a slug of its own, and belongs to the account. It has the bylines, pictures and tags ' +
    'of the article, and no comments, notes or earlier revisions. 404 for an article in the trash.',
  request: { params: ArticleId, headers: IdempotencyKey },
  responses: {
    200: withEtag('An earlier request with the same key created the draft. It may have been changed since.'),
    201: withEtag('The draft.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'gone', 'unprocessable', 'unavailable'),
  },
});

const read = createRoute({
  ...articleRoute,
  method: 'get',
  summary: 'Returns an article with its current revision',
  request: { params: ArticleId },
  responses: {
    200: withEtag('The article.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const save = createRoute({
  ...articleRoute,
  method: 'put',
  summary: 'Saves, publishes or unpublishes an article',
  description:
    'A contributor may only save drafts. Every save is stored as a revision. A save that is not based on the current revision is rejected with 412; the ' +
    'response has the current article in `current`, and nothing is changed.',
  request: {
    params: ArticleId,
    headers: SaveHeaders,
    body: jsonBody(ArticleInput),
  },
  responses: {
    200: saved('The saved article. Its pages are already updated.'),
    ...problems('conflict', 'too_large', 'unavailable', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const remove = createRoute({
  ...articleRoute,
  method: 'delete',
  summary: 'Moves an article to the trash',
  description:
    'With its comments, revisions and notes. Its addresses answer 410, and no other article can use them. It is deleted ' +
    'permanently after `article_trash_retention_days`. 404 if it is in the trash already.',
  request: { params: ArticleId },
  responses: {
    204: { description: 'No page shows the article any more.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

/** Creates, duplicates, reads, saves and trashes single articles. */
export function articlesApi(deps: ArticleApiDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(create, async (context) => {
      const { publish_date: date, ...input } = context.req.valid('json');
      const { id, isNew, notices } = await createArticle(deps, context.var.user, {
        fields: toArticleFields(input),
        key: context.req.valid('header')['idempotency-key'] ?? null,
        publishDate: typeof date === 'string' ? new Date(date) : null,
      });
      const article = await getNewsroomArticle(database.db, context.var.user, id);
      await waitForArticlePages(deps, article);
      context.header('etag', revisionEtag(article.revision));
      return context.json(savedArticleJson(article, notices), isNew ? 201 : 200);
    })
    .openapi(duplicate, async (context) => {
      const key = context.req.valid('header')['idempotency-key'] ?? null;
      const { user } = context.var;
      const { id, isNew } = await duplicateArticle(deps, user, { id: context.req.valid('param').id, key });
      const article = await getNewsroomArticle(database.db, user, id);
      context.header('etag', revisionEtag(article.revision));
      return isNew ? context.json(articleJson(article), 201) : context.json(articleJson(article), 200);
    })
    .openapi(read, async (context) => {
      const article = await getNewsroomArticle(database.db, context.var.user, context.req.valid('param').id);
      context.header('etag', revisionEtag(article.revision));
      return context.json(articleJson(article), 200);
    })
    .openapi(save, async (context) => {
      const { id } = context.req.valid('param');
      const input = {
        id,
        basedOn: requireIfMatch(context.req.valid('header')),
        fields: toArticleFields(context.req.valid('json')),
        autosave: toContainedAutosave(context.req.valid('header')),
      };
      const { user } = context.var;
      const notices = await saveArticle(deps, user, input).catch(
        rethrowWithCurrentArticle(database, user, id),
      );
      const article = await getNewsroomArticle(database.db, context.var.user, id);
      await waitForArticlePages(deps, article);
      context.header('etag', revisionEtag(article.revision));
      return context.json(savedArticleJson(article, notices), 200);
    })
    .openapi(remove, async (context) => {
      await trashArticle(deps, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
