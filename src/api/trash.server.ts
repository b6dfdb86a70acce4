import { createRoute, z } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { purgeArticle } from '#domain/articles/trash/purging.server.ts';
import { listTrashedArticles, type TrashedArticle } from '#domain/articles/trash/trashed-articles.server.ts';
import { restoreArticle } from '#domain/articles/trash/trashing.server.ts';
import { countComments } from '#domain/comments/newsroom-queries.server.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { ArticleId, articleJson, NewsroomArticle, SectionSlug } from './article-json.ts';
import { type ArticleApiDeps, waitForArticlePages } from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { EtagHeaders, revisionEtag } from './openapi/entity-tag.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Trashed = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    category_slug: SectionSlug,
    author_name: z.string(),
    was_published: z.boolean().meta({ description: 'Whether restoring publishes it again.' }),
    comment_count: z.int().meta({ description: 'Includes pending comments.' }),
    trashed_at: z.iso.datetime(),
    trashed_by_name: z.string().nullable(),
    expires_at: z.iso.datetime().meta({ description: 'It is deleted permanently within a day after that.' }),
  })
  .openapi('TrashedArticle');

const Page = z
  .object({ articles: z.array(Trashed), total: z.int(), ...pageFields })
  .openapi('TrashedArticlePage');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/trash',
  method: 'get',
  summary: 'Lists the articles in the trash, the last one first, 20 per page',
  description: 'Contributors and authors get the articles they created.',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(Page, 'A page of articles.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const restore = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/restoration',
  method: 'post',
  summary: 'Takes an article out of the trash',
  description:
    'Exactly as it was: a published article is published again, at its address and with its comments. Needs the permission ' +
    'that moving it to the trash needed. 404 if it is not in the trash.',
  request: { params: ArticleId },
  responses: {
    200: { ...json(NewsroomArticle, 'The article. Its revision is the same.'), headers: EtagHeaders },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const purge = createRoute({
  ...newsroomRoute,
  path: '/newsroom/trash/{id}',
  method: 'delete',
  summary: 'Deletes an article in the trash permanently',
  description:
    'With its comments, revisions and notes. For editors and administrators. Other articles can use its addresses, which ' +
    'answer 410 until then. 404 if it is not in the trash.',
  request: { params: ArticleId },
  responses: {
    204: { description: 'Deleted.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

interface TrashApiDeps extends ArticleApiDeps {
  readonly settings: SettingsReader;
}

/** The trash: listing, restoring, and deleting permanently. */
export function trashApi(deps: TrashApiDeps) {
  const { database, settings } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { page } = context.req.valid('query');
      const found = await listTrashedArticles(database.db, context.var.user, page);
      const ids = found.rows.map(({ id }) => id);
      const comments = await countComments(database.db, ids);
      const { article_trash_retention_days: days } = await settings();
      const articles = found.rows.map((article) =>
        trashedJson(article, { days, comments: comments.get(article.id) ?? 0 }),
      );
      return context.json({ articles, ...pageJson(found) }, 200);
    })
    .openapi(restore, async (context) => {
      const { id } = context.req.valid('param');
      await restoreArticle(deps, context.var.user, id);
      const article = await getNewsroomArticle(database.db, context.var.user, id);
      await waitForArticlePages(deps, article);
      context.header('etag', revisionEtag(article.revision));
      return context.json(articleJson(article), 200);
    })
    .openapi(purge, async (context) => {
      await purgeArticle(database, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}

function trashedJson(
  article: TrashedArticle,
  { days, comments }: { readonly days: number; readonly comments: number },
): z.infer<typeof Trashed> {
  return {
    id: article.id,
    slug: article.slug,
    title: article.title,
    category_slug: article.sectionSlug,
    author_name: article.authorName,
    was_published: article.wasPublished,
    comment_count: comments,
    trashed_at: article.trashedAt.toISOString(),
    trashed_by_name: article.trashedByName,
    expires_at: new Date(article.trashedAt.getTime() + days * DAY_MS).toISOString(),
  };
}
