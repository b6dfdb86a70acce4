import { inArray, type SQL, sql } from 'drizzle-orm';
import { ARTICLE_SECTIONS, getSection, type SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { type Branch, findMatches, hasWords, wordsOf } from './newsroom-search.server.ts';
import { articles, publishedCounts, titleKey } from './tables.server.ts';

/** Rows on one page of the table (decision: "20 a page"). */
export const TABLE_PAGE_SIZE = 20;

export const TABLE_ORDERS = ['publish_date', 'title', 'updated_at'] as const;

export interface TableView {
  /** Empty for all of them. */
  readonly sections: readonly SectionSlug[];
  readonly status: 'draft' | 'published' | null;
  /** Beginnings of words in title, author or slug; all of them have to be there. Empty for no search. */
  readonly search: string;
  readonly sort: (typeof TABLE_ORDERS)[number];
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

export interface TableRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly isDraft: boolean;
  readonly featured: boolean;
  /** Null until it is first published. */
  readonly publishDate: Date | null;
  readonly updatedAt: Date;
}

export interface TablePage {
  readonly articles: readonly TableRow[];
  /** With a search at most `SEARCH_LIMIT`. */
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

/** A page of the table of the newsroom; costs the same whatever the number of articles. */
export async function listForNewsroom(db: Db, view: TableView): Promise<TablePage> {
  const { ids, total } = await findPage(db, view);
  return {
    articles: await rowsOf(db, ids),
    total,
    page: view.page,
    pageCount: pagesOf(total, TABLE_PAGE_SIZE),
  };
}

async function findPage(db: Db, view: TableView): Promise<{ ids: string[]; total: number }> {
  const words = view.search === '' ? [] : await wordsOf(db, view.search);
  if (words.length === 0) return { ids: await walk(db, view), total: await countAll(db, view) };
  const order = sql`${SORT_KEYS[view.sort]} ${sql.raw(view.order)}, id ${sql.raw(view.order)}`;
  const sorting = { order, limit: TABLE_PAGE_SIZE, offset: offsetOf(view) };
  const found = await findMatches(db, words, branchesOf(view), sorting);
  // What many articles have in common is met soon on the way through the order, and would take long to sort.
  return found.isComplete ? found : { ids: await walk(db, view, words), total: found.total };
}

const SORT_KEYS = {
  publish_date: sql`${articles.publishDate}`,
  title: titleKey(articles.title),
  updated_at: sql`${articles.updatedAt}`,
} satisfies Record<TableView['sort'], SQL>;

const offsetOf = ({ page }: TableView) => rowsBefore(page, TABLE_PAGE_SIZE);

const STATES = { draft: [true], published: [false], all: [true, false] } as const;

/**
 * The ids of a page, in order. No index has several sections or states in one order, so each is walked by itself from
 * its beginning, and what was found is put in order: the rows of a page, and not those of a section, are sorted.
 */
async function walk(db: Db, view: TableView, words: readonly string[] = []): Promise<string[]> {
  const direction = sql.raw(view.order);
  const key = SORT_KEYS[view.sort];
  const matching = words.length === 0 ? sql`` : sql`and ${hasWords(words, sql`${articles.id}`)}`;
  const walks = branchesOf(view).map(
    ({ section, isDraft }) => sql`(
      select ${articles.id} as id, ${key} as key from ${articles}
      where ${articles.categorySlug} = ${section} and ${articles.isDraft} = ${isDraft} ${matching}
      order by ${key} ${direction}, ${articles.id} ${direction}
      limit ${offsetOf(view) + TABLE_PAGE_SIZE}
    )`,
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (${sql.join(walks, sql` union all `)}) as found
    order by key ${direction}, id ${direction} limit ${TABLE_PAGE_SIZE} offset ${offsetOf(view)}`);
  return rows.map(({ id }) => id);
}

function branchesOf({ sections, status }: TableView): Branch[] {
  const chosen = sections.length > 0 ? [...new Set(sections)] : ARTICLE_SECTIONS.map(({ slug }) => slug);
  return chosen.flatMap((section) => STATES[status ?? 'all'].map((isDraft) => ({ section, isDraft })));
}

/** From the counts that are kept: one row for each section. */
async function countAll(db: Db, { sections, status }: TableView): Promise<number> {
  const { published, total } = publishedCounts;
  const counted = { draft: sql`${total} - ${published}`, published: sql`${published}`, all: sql`${total}` };
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${counted[status ?? 'all']}), 0)::int` })
    .from(publishedCounts)
    .where(sections.length === 0 ? undefined : inArray(publishedCounts.categorySlug, [...sections]));
  return row?.count ?? 0;
}

async function rowsOf(db: Db, ids: readonly string[]): Promise<TableRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      categorySlug: articles.categorySlug,
      isDraft: articles.isDraft,
      featured: articles.featured,
      publishDate: articles.publishDate,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(inArray(articles.id, [...ids]));
  return rows
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ categorySlug, ...row }) => ({ ...row, sectionSlug: getSection(categorySlug).slug }));
}
