import { createRoute, z } from '@hono/zod-openapi';
import { authorIdsOf } from '#domain/articles/bylines.ts';
import { isDeletedSlug } from '#domain/articles/deleted-slugs.server.ts';
import {
  findArticleByFormerSlug,
  findArticleBySlug,
  findFullArticle,
} from '#domain/articles/full-article.server.ts';
import { listPublished } from '#domain/articles/queries.server.ts';
import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import { countPublishedComments, getDiscussion } from '#domain/comments/queries.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { SectionSlug } from './article-json.ts';
import { Comment, commentJson } from './comment-json.ts';
import { requireKnownSections } from './known-sections.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { respondCached, type PublicApiDeps } from './public-response.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { PublicArticle, publicArticleJson, PublicSummary, summaryJson } from './public-article-json.ts';

const reading = { method: 'get' as const, tags: ['Reading'] };

const ListQuery = z.object({
  category: SectionSlug.optional(),
  featured: z.enum(['true', 'false']).optional(),
  page: PageNumber,
});

const Listing = z
  .object({ articles: z.array(PublicSummary), total: z.int(), ...pageFields })
  .openapi('ArticleListing');

const CommentListing = z
  .object({ comments: z.array(Comment), total: z.int(), ...pageFields })
  .openapi('CommentListing');

const listArticles = createRoute({
  ...reading,
  path: '/articles',
  summary: 'Lists published articles, newest first, 12 per page',
  request: { query: ListQuery },
  responses: {
    200: json(Listing, 'A page of articles.'),
    ...problems('invalid', 'not_found', 'unavailable'),
  },
});

const readArticle = createRoute({
  ...reading,
  path: '/articles/{slug}',
  summary: 'Returns a published article',
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: {
    200: json(PublicArticle, 'The article.'),
    301: { description: 'Its slug has changed; `Location` has the new URL.' },
    ...problems('not_found', 'gone', 'unavailable'),
  },
});

const readComments = createRoute({
  ...reading,
  path: '/articles/{slug}/comments',
  summary: 'Lists the comments on an article, newest first, 50 per page',
  request: { params: z.object({ slug: z.string().max(100) }), query: z.object({ page: PageNumber }) },
  responses: {
    200: json(CommentListing, 'A page of comments.'),
    ...problems('invalid', 'not_found', 'gone', 'unavailable'),
  },
});

/** Public routes for articles and comments. They return no drafts and no email addresses. */
export function publicArticlesApi(deps: PublicApiDeps) {
  const { pages, publications, site, pseudonymKey } = deps;
  const { db } = deps.database;
  return apiRouter()
    .openapi(listArticles, async (context) => {
      const { category = null, featured, page } = context.req.valid('query');
      const { sections } = (await publications.newest()).site;
      if (category !== null) requireKnownSections(sections, [category]);
      const canonical = {
        ...(category !== null && { category }),
        ...(featured !== undefined && { featured }),
        ...(page > 1 && { page: String(page) }),
      };
      return respondCached(pages, context, canonical, async () => {
        const filter = {
          section: category,
          featured: featured === undefined ? null : featured === 'true',
          page,
        };
        const found = await listPublished(db, filter);
        if (page > found.pageCount) throw new DomainError('not_found', `There are ${found.pageCount} pages.`);
        const articles = found.articles.map((article) => summaryJson(article, site()));
        return {
          body: { articles, ...pageJson(found) },
          tags: [...listTags(category, featured), ...found.articles.flatMap(cardTags)],
        };
      });
    })
    .openapi(readArticle, (context) => {
      const { slug } = context.req.valid('param');
      return respondCached(pages, context, {}, async () => {
        const article = await findFullArticle(db, slug);
        if (article === null) return redirectToCurrent(slug);
        const comments = await countPublishedComments(db, article.id);
        return {
          body: publicArticleJson(article, comments, site()),
          tags: [pageTags.article(article.id), ...authorIdsOf(article.bylines).map(pageTags.author)],
        };
      });
    })
    .openapi(readComments, (context) => {
      const { slug } = context.req.valid('param');
      const { page } = context.req.valid('query');
      return respondCached(pages, context, page > 1 ? { page: String(page) } : {}, async () => {
        const article = await findArticleBySlug(db, slug);
        if (article === null) throw await missingArticleError(slug);
        const found = await getDiscussion(db, { articleId: article.id, page, pseudonymKey });
        if (page > found.pageCount) throw new DomainError('not_found', `There are ${found.pageCount} pages.`);
        const comments = found.comments.map(commentJson);
        const body = { comments, ...pageJson(found) };
        return { body, tags: [pageTags.article(article.id)] };
      });
    });

  /** Returns `gone` for a deleted article that was published, `not_found` otherwise. */
  async function missingArticleError(slug: string): Promise<DomainError> {
    return new DomainError((await isDeletedSlug(db, slug)) ? 'gone' : 'not_found');
  }

  async function redirectToCurrent(slug: string) {
    const current = await findArticleByFormerSlug(db, slug);
    if (current === null) throw await missingArticleError(slug);
    return { movedTo: `/api/articles/${current.slug}`, tags: [pageTags.article(current.id)] };
  }
}

/** A change of the featured flag invalidates only `pageTags.list`, so a listing by `featured` depends on it. */
function listTags(category: z.infer<typeof SectionSlug> | null, featured: string | undefined): string[] {
  if (category === null) return [pageTags.list];
  return [pageTags.section(category), ...(featured === undefined ? [] : [pageTags.list])];
}
