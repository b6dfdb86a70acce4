import { createRoute, z } from '@hono/zod-openapi';
import { createArticle } from '#domain/articles/creating.server.ts';
import { deleteArticle } from '#domain/articles/deleting.server.ts';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { saveArticle } from '#domain/articles/saving.server.ts';
import { ArticleId, ArticleInput, articleJson, manuscriptFrom, NewsroomArticle } from './article-json.ts';
import { answerStale, type DeskApiParts, settleArticle } from './desk.server.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { basedOn, IfMatch, revisionTag, TaggedHeaders } from './frame/revision-tag.ts';
import { apiRouter } from './frame/router.server.ts';

const IdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w.:-]{1,100}$/, 'Up to 100 letters, digits and . : _ -')
    .optional()
    .meta({ description: 'Any text of your own. Sent again with the same key, nothing is created twice.' }),
});

const tagged = (description: string) => ({ ...json(NewsroomArticle, description), headers: TaggedHeaders });

const one = { ...newsroom, path: '/newsroom/articles/{id}' as const };

const create = createRoute({
  ...newsroom,
  path: '/newsroom/articles',
  method: 'post',
  summary: 'Creates an article, as a draft or published at once',
  request: { headers: IdempotencyKey, body: jsonBody(ArticleInput) },
  responses: {
    200: tagged('It was created before, under the same key; as it is now, which need not be what was sent.'),
    201: tagged('The article.'),
    ...problems(
      'invalid',
      'unauthenticated',
      'forbidden',
      'conflict',
      'gone',
      'too_large',
      'unprocessable',
      'unavailable',
    ),
  },
});

const read = createRoute({
  ...one,
  method: 'get',
  summary: 'An article as it is now, with its revision',
  request: { params: ArticleId },
  responses: {
    200: tagged('The article.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const save = createRoute({
  ...one,
  method: 'put',
  summary: 'Saves an article, publishes it or takes it offline',
  description:
    'Every save is kept as a revision. One that is not based on the present revision is refused with 412; the answer ' +
    'has the present article in `current`, and nothing is changed.',
  request: { params: ArticleId, headers: IfMatch, body: jsonBody(ArticleInput) },
  responses: {
    200: tagged('The article as it is now; its pages show it already.'),
    ...problems(
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'conflict',
      'stale',
      'too_large',
      'unprocessable',
      'precondition_required',
      'unavailable',
    ),
  },
});

const remove = createRoute({
  ...one,
  method: 'delete',
  summary: 'Deletes an article with its comments and revisions',
  request: { params: ArticleId },
  responses: {
    204: { description: 'It is gone, from every page too.' },
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

/** The articles of the newsroom, one at a time. */
export function articlesApi(parts: DeskApiParts) {
  const { database } = parts;
  return apiRouter<SignedInEnv>()
    .openapi(create, async (context) => {
      const manuscript = manuscriptFrom(context.req.valid('json'));
      const key = context.req.valid('header')['idempotency-key'] ?? null;
      const { id, isNew } = await createArticle(parts, context.var.signedIn, { manuscript, key });
      const article = await getNewsroomArticle(database.db, id);
      await settleArticle(parts, article);
      context.header('etag', revisionTag(article.revision));
      return isNew ? context.json(articleJson(article), 201) : context.json(articleJson(article), 200);
    })
    .openapi(read, async (context) => {
      const article = await getNewsroomArticle(database.db, context.req.valid('param').id);
      context.header('etag', revisionTag(article.revision));
      return context.json(articleJson(article), 200);
    })
    .openapi(save, async (context) => {
      const { id } = context.req.valid('param');
      const edition = {
        id,
        basedOn: basedOn(context.req.valid('header')),
        manuscript: manuscriptFrom(context.req.valid('json')),
      };
      await saveArticle(parts, context.var.signedIn, edition).catch(answerStale(database, id));
      const article = await getNewsroomArticle(database.db, id);
      await settleArticle(parts, article);
      context.header('etag', revisionTag(article.revision));
      return context.json(articleJson(article), 200);
    })
    .openapi(remove, async (context) => {
      await deleteArticle(database, context.var.signedIn, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
