import { createRoute, z } from '@hono/zod-openapi';
import { isDeletedSlug } from '#domain/articles/deleted-slugs.server.ts';
import { findPublic, listPublic } from '#domain/articles/public-queries.server.ts';
import { findMovedArticle } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { countPublishedComments, readDiscussion } from '#domain/comments/queries.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { SectionSlug } from './article-json.ts';
import { Comment, commentJson } from './comment-json.ts';
import { json } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { answerPublic, type PublicParts } from './frame/public-answer.server.ts';
import { apiRouter } from './frame/router.server.ts';
import { PublicArticle, publicArticleJson, PublicSummary, summaryJson } from './public-article-json.ts';

const reading = { method: 'get' as const, tags: ['Reading'] };

const Choice = z.object({
  category: SectionSlug.optional(),
  featured: z.enum(['true', 'false']).optional(),
  page: PageNumber,
});

const Listing = z
  .object({ articles: z.array(PublicSummary), total: z.int(), ...pageCounts })
  .openapi('ArticleListing');

const CommentListing = z
  .object({ comments: z.array(Comment), total: z.int(), ...pageCounts })
  .openapi('CommentListing');

const listArticles = createRoute({
  ...reading,
  path: '/articles',
  summary: 'Published articles, newest first, 12 a page',
  request: { query: Choice },
  responses: { 200: json(Listing, 'A page of them.'), ...problems('invalid', 'not_found', 'unavailable') },
});

const readArticle = createRoute({
  ...reading,
  path: '/articles/{slug}',
  summary: 'A published article',
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: {
    200: json(PublicArticle, 'The article.'),
    301: { description: 'It has another slug now; `Location` says which.' },
    ...problems('not_found', 'gone', 'unavailable'),
  },
});

const readComments = createRoute({
  ...reading,
  path: '/articles/{slug}/comments',
  summary: 'What readers say about an article, newest first, 50 a page',
  request: { params: z.object({ slug: z.string().max(100) }), query: z.object({ page: PageNumber }) },
  responses: {
    200: json(CommentListing, 'A page of comments.'),
    ...problems('invalid', 'not_found', 'gone', 'unavailable'),
  },
});

/** What anybody may read about articles. Never a draft, never an address of a person. */
export function publicArticlesApi({ database: { db }, pages, site, pseudonymKey }: PublicParts) {
  return apiRouter()
    .openapi(listArticles, (context) => {
      const { category = null, featured, page } = context.req.valid('query');
      const canonical = {
        ...(category !== null && { category }),
        ...(featured !== undefined && { featured }),
        ...(page > 1 && { page: String(page) }),
      };
      return answerPublic(pages, context, canonical, async () => {
        const chosen = {
          section: category,
          featured: featured === undefined ? null : featured === 'true',
          page,
        };
        const found = await listPublic(db, chosen);
        if (page > found.pageCount) throw new Refusal('not_found', `There are ${found.pageCount} pages.`);
        const articles = found.articles.map((article) => summaryJson(article, site));
        return {
          body: { articles, total: found.total, page, page_count: found.pageCount },
          tags: [...listTags(category, featured), ...found.articles.map(({ id }) => pageTags.card(id))],
        };
      });
    })
    .openapi(readArticle, (context) => {
      const { slug } = context.req.valid('param');
      return answerPublic(pages, context, {}, async () => {
        const article = await findPublic(db, slug);
        if (article === null) return moved(slug);
        const comments = await countPublishedComments(db, article.id);
        return { body: publicArticleJson(article, comments, site), tags: [pageTags.article(article.id)] };
      });
    })
    .openapi(readComments, (context) => {
      const { slug } = context.req.valid('param');
      const { page } = context.req.valid('query');
      return answerPublic(pages, context, page > 1 ? { page: String(page) } : {}, async () => {
        const article = await findPublic(db, slug);
        if (article === null) throw await absence(slug);
        const found = await readDiscussion(db, { articleId: article.id, page, pseudonymKey });
        if (page > found.pageCount) throw new Refusal('not_found', `There are ${found.pageCount} pages.`);
        const comments = found.comments.map(commentJson);
        const body = { comments, total: found.total, page, page_count: found.pageCount };
        return { body, tags: [pageTags.article(article.id)] };
      });
    });

  /** `gone` for an article that readers could see and that was deleted. */
  async function absence(slug: string): Promise<Refusal> {
    return new Refusal((await isDeletedSlug(db, slug)) ? 'gone' : 'not_found');
  }

  async function moved(slug: string) {
    const current = await findMovedArticle(db, slug);
    if (current === null) throw await absence(slug);
    return { movedTo: `/api/articles/${current.slug}`, tags: [pageTags.article(current.id)] };
  }
}

/** Which articles are featured is told by the listing of all of them. */
function listTags(category: z.infer<typeof SectionSlug> | null, featured: string | undefined): string[] {
  if (category === null) return [pageTags.list];
  return [pageTags.section(category), ...(featured === undefined ? [] : [pageTags.list])];
}
