import { createRoute, z } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { getRevision, listRevisions, type RevisionEntry } from '#domain/articles/revisions.server.ts';
import { restoreRevision } from '#domain/articles/saving.server.ts';
import { ArticleId, articleJson, manuscriptJson, manuscriptShape, NewsroomArticle } from './article-json.ts';
import { answerStale, type DeskApiParts, settleArticle } from './desk.server.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { basedOn, IfMatch, revisionTag, TaggedHeaders } from './frame/revision-tag.ts';
import { apiRouter } from './frame/router.server.ts';

const entry = {
  revision: z.int(),
  title: z.string(),
  is_draft: z.boolean(),
  saved_at: z.iso.datetime(),
  saved_by_name: z.string().nullable(),
  word_count: z.int(),
  restored_from: z.int().nullable().meta({ description: 'The revision it brought back, if it did.' }),
};

const RevisionPage = z
  .object({ revisions: z.array(z.object(entry).openapi('RevisionEntry')), ...pageCounts })
  .openapi('RevisionPage');

const Revision = z.object({ ...manuscriptShape(), ...entry }).openapi('Revision');

const params = ArticleId.extend({
  revision: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1 }),
});

const list = createRoute({
  ...newsroom,
  path: '/newsroom/articles/{id}/revisions',
  method: 'get',
  summary: 'Every save of an article, newest first, 20 a page',
  request: { params: ArticleId, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(RevisionPage, 'A page of the list.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const read = createRoute({
  ...newsroom,
  path: '/newsroom/articles/{id}/revisions/{revision}',
  method: 'get',
  summary: 'An article as one save left it',
  request: { params },
  responses: {
    200: json(Revision, 'All fields of that revision.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const restore = createRoute({
  ...newsroom,
  path: '/newsroom/articles/{id}/revisions/{revision}/restoration',
  method: 'post',
  summary: 'Brings an earlier revision back, as a new one',
  description: 'Slug and state stay as they are: the article neither moves nor goes on or offline.',
  request: { params, headers: IfMatch },
  responses: {
    200: { ...json(NewsroomArticle, 'The article as it is now.'), headers: TaggedHeaders },
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

export function revisionsApi(parts: DeskApiParts) {
  const { database } = parts;
  return apiRouter<SignedInEnv>()
    .openapi(list, async (context) => {
      const { page } = context.req.valid('query');
      const found = await listRevisions(database.db, context.req.valid('param').id, page);
      return context.json(
        { revisions: found.revisions.map(entryJson), page: found.page, page_count: found.pageCount },
        200,
      );
    })
    .openapi(read, async (context) => {
      const { id, revision } = context.req.valid('param');
      const found = await getRevision(database.db, id, revision);
      return context.json({ ...manuscriptJson(found), ...entryJson(found) }, 200);
    })
    .openapi(restore, async (context) => {
      const { id, revision } = context.req.valid('param');
      const edition = { id, revision, basedOn: basedOn(context.req.valid('header')) };
      await restoreRevision(parts, context.var.signedIn, edition).catch(answerStale(database, id));
      const article = await getNewsroomArticle(database.db, id);
      await settleArticle(parts, article);
      context.header('etag', revisionTag(article.revision));
      return context.json(articleJson(article), 200);
    });
}

function entryJson(found: RevisionEntry) {
  return {
    revision: found.revision,
    title: found.title,
    is_draft: found.isDraft,
    saved_at: found.savedAt.toISOString(),
    saved_by_name: found.savedByName,
    word_count: found.wordCount,
    restored_from: found.restoredFrom,
  };
}
