import { createRoute, z } from '@hono/zod-openapi';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { SCHEDULED_ACTIONS } from '#domain/articles/schedule/schedule.ts';
import { SEARCH_LIMIT } from '#domain/articles/newsroom-search.server.ts';
import {
  listNewsroomArticles,
  TABLE_SORT_KEYS,
  type TableRow,
} from '#domain/articles/newsroom-table.server.ts';
import { findAutosavedTitles } from '#domain/articles/autosaves/autosaves.server.ts';
import { countComments } from '#domain/comments/newsroom-queries.server.ts';
import { SECTION_LIMIT } from '#domain/categories/section.ts';
import type { Database } from '#platform/db/database.ts';
import { SectionSlug } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import type { PublicationReader } from '#reader/publication.ts';
import { requireKnownSections } from './known-sections.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Sections = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((given) => [given].flat().flatMap((list) => list.split(',')))
  .pipe(z.array(SectionSlug).max(SECTION_LIMIT))
  .openapi({
    type: 'array',
    items: { type: 'string' },
    description: 'One or more sections, separated by commas or repeated; all sections if omitted.',
  });

const View = z.object({
  category: Sections,
  state: z
    .enum(ARTICLE_STATES)
    .optional()
    .meta({ description: 'Without it, every state except `in_trash`.' }),
  search: z.string().trim().max(100).default('').meta({
    description:
      'Words of the text, as in the search of readers, or prefixes of words in the title, author or slug; all of them must match.',
  }),
  author: z.string().trim().max(200).default('').meta({ description: 'The name of a byline.' }),
  tag: z.string().trim().max(80).default('').meta({ description: 'A tag in any spelling, or its slug.' }),
  sort: z.enum(TABLE_SORT_KEYS).default('publish_date'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: PageNumber,
});

const Row = z
  .object({
    id: z.uuid(),
    revision: z.int(),
    slug: z.string(),
    title: z.string().meta({
      description: 'Of a draft that was saved without one, that of its autosave; empty if there is none.',
    }),
    category_slug: SectionSlug,
    is_draft: z.boolean(),
    state: z.enum(ARTICLE_STATES),
    featured: z.boolean(),
    publish_date: z.iso.datetime().nullable(),
    returned_at: z.iso.datetime().nullable().meta({
      description: 'When a draft was returned from review; null if it was not, or was submitted again.',
    }),
    scheduled_action: z.enum(SCHEDULED_ACTIONS).nullable(),
    scheduled_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime(),
    comment_count: z.int().meta({ description: 'Includes pending comments.' }),
  })
  .openapi('NewsroomArticleRow');

const Page = z
  .object({
    articles: z.array(Row),
    total: z.int().meta({ description: `With a search, an author or a tag, counted up to ${SEARCH_LIMIT}.` }),
    ...pageFields,
  })
  .openapi('NewsroomArticlePage');

const listArticles = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles',
  method: 'get',
  summary: 'Lists articles, including drafts, 20 per page',
  description: 'Contributors and authors get the articles they created.',
  request: { query: View },
  responses: {
    200: json(Page, 'A page of articles.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

interface ArticleTableDeps {
  readonly database: Database;
  readonly publications: Pick<PublicationReader, 'newest'>;
}

export function articleTableApi({ database, publications }: ArticleTableDeps) {
  return apiRouter<AuthenticatedEnv>().openapi(listArticles, async (context) => {
    const { category, state, ...view } = context.req.valid('query');
    const { sections } = (await publications.newest()).site;
    requireKnownSections(sections, category);
    const found = await listNewsroomArticles(database.db, context.var.user, {
      ...view,
      sections: category.length > 0 ? category : sections.all.map(({ slug }) => slug),
      state: state ?? null,
    });
    const counts = await countComments(
      database.db,
      found.articles.map(({ id }) => id),
    );
    const titles = await findAutosavedTitles(database.db, found.articles);
    const articles = found.articles.map((row) => ({
      ...rowJson(row, counts.get(row.id) ?? 0),
      title: titles.get(row.id) ?? row.title,
    }));
    return context.json({ articles, ...pageJson(found) }, 200);
  });
}

function rowJson(row: TableRow, commentCount: number): z.infer<typeof Row> {
  return {
    id: row.id,
    revision: row.revision,
    slug: row.slug,
    title: row.title,
    category_slug: row.sectionSlug,
    is_draft: row.isDraft,
    state: row.state,
    featured: row.featured,
    publish_date: row.publishDate?.toISOString() ?? null,
    returned_at: row.returnedAt?.toISOString() ?? null,
    scheduled_action: row.scheduledAction,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
    comment_count: commentCount,
  };
}
