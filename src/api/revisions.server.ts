import { createRoute, z } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { getRevision, listRevisions, type RevisionEntry } from '#domain/articles/revisions.server.ts';
import { restoreRevision } from '#domain/articles/saving.server.ts';
import {
  ArticleId,
  articleJson,
  articleFieldsJson,
  articleFieldsShape,
  NewsroomArticle,
} from './article-json.ts';
import {
  rethrowWithCurrentArticle,
  type ArticleApiDeps,
  waitForArticlePages,
} from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { json } from './openapi/json.ts';
import { pageFields, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { requireIfMatch, IfMatch, revisionEtag, EtagHeaders } from './openapi/entity-tag.ts';
import { apiRouter } from './openapi/router.server.ts';
import {
  articleRevisionFields,
  revisionEntryFields,
  revisionEntryJson,
  RevisionNumber,
} from './revision-json.ts';

const entry = { ...revisionEntryFields, ...articleRevisionFields };

const RevisionPage = z
  .object({ revisions: z.array(z.object(entry).openapi('RevisionEntry')), ...pageFields })
  .openapi('RevisionPage');

const Revision = z.object({ ...articleFieldsShape, ...entry }).openapi('Revision');

const params = ArticleId.extend({ revision: RevisionNumber });

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/revisions',
  method: 'get',
  summary: 'Lists the revisions of an article, newest first, 20 per page',
  request: { params: ArticleId, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(RevisionPage, 'A page of revisions.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const read = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/revisions/{revision}',
  method: 'get',
  summary: 'Returns one revision of an article',
  request: { params },
  responses: {
    200: json(Revision, 'All fields of that revision.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const restore = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/revisions/{revision}/restoration',
  method: 'post',
  summary: 'Restores an earlier revision as a new one',
  description:
    'The slug and the publication state do not change. If the article has pending changes, or the revision was saved for later, it is ' +
    'saved for later, and readers do not see it.',
  request: { params, headers: IfMatch },
  responses: {
    200: { ...json(NewsroomArticle, 'The restored article.'), headers: EtagHeaders },
    ...problems(...CONDITIONAL_CHANGE_ERRORS),
  },
});

export function revisionsApi(deps: ArticleApiDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { page } = context.req.valid('query');
      const found = await listRevisions(database.db, context.var.user, {
        ...context.req.valid('param'),
        page,
      });
      return context.json(
        { revisions: found.rows.map(entryJson), page: found.page, page_count: found.pageCount },
        200,
      );
    })
    .openapi(read, async (context) => {
      const found = await getRevision(database.db, context.var.user, context.req.valid('param'));
      return context.json({ ...articleFieldsJson(found), ...entryJson(found) }, 200);
    })
    .openapi(restore, async (context) => {
      const { id, revision } = context.req.valid('param');
      const revisionRef = { id, revision, basedOn: requireIfMatch(context.req.valid('header')) };
      const { user } = context.var;
      await restoreRevision(deps, user, revisionRef).catch(rethrowWithCurrentArticle(database, user, id));
      const article = await getNewsroomArticle(database.db, user, id);
      await waitForArticlePages(deps, article);
      context.header('etag', revisionEtag(article.revision));
      return context.json(articleJson(article), 200);
    });
}

const entryJson = (found: RevisionEntry) => ({
  ...revisionEntryJson(found),
  word_count: found.wordCount,
  is_pending: found.isPending,
});
