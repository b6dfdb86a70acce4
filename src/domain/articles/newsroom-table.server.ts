import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireRole } from '#domain/accounts/actor.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { countPages, type Paged, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import {
  FEW_ARTICLES,
  hasFewArticles,
  NOT_IN_TRASH,
  STATE_CONDITIONS,
  STATE_PARTITIONS,
  STATE_COLUMNS,
} from './article-state.server.ts';
import { articleState, type ArticleState, isPublic } from './article-state.ts';
import { authorFilter, type TableFilter, tagFilter } from './newsroom-filters.server.ts';
import { type Partition, SEARCH_LIMIT, searchFilter } from './newsroom-search.server.ts';
import type { ScheduledAction } from './schedule/schedule.ts';
import { articles, publishedCounts, titleSortKey } from './tables.server.ts';

export const TABLE_SORT_KEYS = ['publish_date', 'title', 'updated_at'] as const;

export interface TableQuery {
  /** At least one. */
  readonly sections: readonly SectionSlug[];
  /** Null: every state except `in_trash`. */
  readonly state: ArticleState | null;
  /** Words of the text, or prefixes of words in title, author or slug; all must match. Empty for no search. */
  readonly search: string;
  /** The name of a byline; empty for all. */
  readonly author: string;
  /** A tag in any spelling; empty for all. */
  readonly tag: string;
  readonly sort: (typeof TABLE_SORT_KEYS)[number];
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

export interface TableRow {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly isDraft: boolean;
  readonly state: ArticleState;
  readonly featured: boolean;
  /** Null until it is first published. */
  readonly publishDate: Date | null;
  /** When a draft was returned from review; null if it was not, or was submitted again. */
  readonly returnedAt: Date | null;
  /** Null for nothing. */
  readonly scheduledAction: ScheduledAction | null;
  readonly scheduledAt: Date | null;
  readonly updatedAt: Date;
}

export interface TablePage extends Paged {
  readonly articles: readonly TableRow[];
  /** With a search, an author or a tag at most `SEARCH_LIMIT`. */
}

/**
 * A page of the article table of the newsroom. The cost does not depend on the number of articles. With the scope `own`
 * it contains the articles of the actor only.
 */
export async function listNewsroomArticles(db: Db, actor: Actor, query: TableQuery): Promise<TablePage> {
  requireRole(actor);
  const { ids, total } = await findIds(db, actor, query);
  return {
    articles: await loadRows(db, ids),
    total,
    page: query.page,
    pageCount: countPages(total, NEWSROOM_PAGE_SIZE),
  };
}

/** The ids of a page in order, and the number of all matches. */
interface Found {
  readonly ids: string[];
  readonly total: number;
}

/** One person writes few enough articles to sort all of them, and some states have few enough. */
async function findIds(db: Db, { role, userId }: Actor, query: TableQuery): Promise<Found> {
  const isOwn = findScope(role, 'article.read') === 'all' ? undefined : eq(articles.createdBy, userId);
  const filters = await findFilters(db, query);
  if (isOwn !== undefined || hasFewArticles(query.state)) return sortMatches(db, query, { isOwn, filters });
  return filters.length === 0
    ? { ids: await scanPartitions(db, query), total: await countAll(db, query) }
    : findPageIds(db, query, filters);
}

async function findFilters(db: Db, query: TableQuery): Promise<TableFilter[]> {
  const filters = [
    query.author === '' ? null : authorFilter(query.author),
    query.tag === '' ? null : await tagFilter(db, query.tag),
    query.search === '' ? null : await searchFilter(db, query.search, searchedPartitions(query)),
  ];
  return filters.filter((filter) => filter !== null);
}

/** Sorts the matches of the first filter that has few enough; if none has, the articles are scanned in their order. */
async function findPageIds(db: Db, query: TableQuery, filters: readonly TableFilter[]): Promise<Found> {
  let counted = 0;
  for (const filter of filters) {
    if (filter.matches === null) continue;
    const others = filters.filter((other) => other !== filter);
    const found = await sortCandidates(db, query, filter.matches, matchesAll(query, others));
    if (!found.isIncomplete) return found;
    counted = Math.max(counted, found.total);
  }
  return {
    ids: await scanPartitions(db, query, filters),
    total: counted < SEARCH_LIMIT ? await countMatches(db, query, filters) : counted,
  };
}

/** Up to `SEARCH_LIMIT`. Frequent matches are soon found. */
async function countMatches(db: Db, query: TableQuery, filters: readonly TableFilter[]): Promise<number> {
  const matching = matchesAll(query, filters);
  const counted = db.select({ id: articles.id }).from(articles).where(matching).limit(SEARCH_LIMIT);
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${counted}) as counted`,
  );
  return rows[0]?.total ?? 0;
}

const matchesAll = ({ sections, state }: TableQuery, filters: readonly TableFilter[], isOwn?: SQL) =>
  and(
    isOwn,
    inArray(articles.categorySlug, [...sections]),
    state === null ? NOT_IN_TRASH : STATE_CONDITIONS[state],
    ...filters.map(({ condition }) => condition),
  );

interface Candidates extends Found {
  /** There are too many: some are missing, none is sorted. */
  readonly isIncomplete: boolean;
}

/**
 * Counts and sorts the matches of one filter.
 *
 * @param matching without the condition of this filter: to check it again would mean to read the words of every match
 */
async function sortCandidates(
  db: Db,
  query: TableQuery,
  matches: SQL,
  matching: SQL | undefined,
): Promise<Candidates> {
  const direction = sql.raw(query.order);
  const { rows } = await db.execute<Candidates & Record<string, unknown>>(sql`
    with candidates as materialized (${matches}), found as materialized (
      select ${articles.id}, ${articles.title}, ${articles.publishDate}, ${articles.updatedAt} from ${articles}
      where ${articles.id} in (select article_id from candidates) and ${matching}
    ), completeness as materialized (
      select exists (select from candidates group by maximum having count(*) > maximum) as "isIncomplete"
    )
    select "isIncomplete", least((select count(*) from found), ${SEARCH_LIMIT})::int as total,
      array(
        select id from found as articles where not "isIncomplete"
        order by ${SORT_KEYS[query.sort]} ${direction}, id ${direction}
        limit ${NEWSROOM_PAGE_SIZE} offset ${offsetOf(query)}
      ) as ids
    from completeness`);
  const [found] = rows;
  if (found === undefined) throw new Error('A count returned no row');
  return found;
}

interface SortedMatches {
  readonly isOwn: SQL | undefined;
  readonly filters: readonly TableFilter[];
}

async function sortMatches(db: Db, query: TableQuery, { isOwn, filters }: SortedMatches): Promise<Found> {
  const matching = matchesAll(query, filters, isOwn);
  const direction = sql.raw(query.order);
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(matching)
    .orderBy(sql`${SORT_KEYS[query.sort]} ${direction}, ${articles.id} ${direction}`)
    .limit(NEWSROOM_PAGE_SIZE)
    .offset(offsetOf(query));
  return { ids: rows.map(({ id }) => id), total: await db.$count(articles, matching) };
}

const SORT_KEYS = {
  publish_date: sql`${articles.publishDate}`,
  title: titleSortKey(articles.title),
  updated_at: sql`${articles.updatedAt}`,
} satisfies Record<TableQuery['sort'], SQL>;

const offsetOf = ({ page }: TableQuery) => pageOffset(page, NEWSROOM_PAGE_SIZE);

/**
 * The ids of a page, in order. No index covers several sections or states in one order. So each partition is scanned
 * from its start, up to the end of the page, and only the found rows are sorted.
 */
async function scanPartitions(
  db: Db,
  query: TableQuery,
  filters: readonly TableFilter[] = [],
): Promise<string[]> {
  const direction = sql.raw(query.order);
  const key = SORT_KEYS[query.sort];
  const matching = and(...filters.map(({ condition }) => condition));
  const scans = partitionsOf(query).map(
    ({ section, isDraft, condition }) => sql`(
      select ${articles.id} as id, ${key} as key from ${articles}
      where ${and(eq(articles.categorySlug, section), eq(articles.isDraft, isDraft), condition, matching)}
      order by ${key} ${direction}, ${articles.id} ${direction}
      limit ${offsetOf(query) + NEWSROOM_PAGE_SIZE}
    )`,
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (${sql.join(scans, sql` union all `)}) as found
    order by key ${direction}, id ${direction} limit ${NEWSROOM_PAGE_SIZE} offset ${offsetOf(query)}`);
  return rows.map(({ id }) => id);
}

function partitionsOf({ sections, state }: Pick<TableQuery, 'sections' | 'state'>): Partition[] {
  return [...new Set(sections)].flatMap((section) =>
    partsOf(state).map((part): Partition => ({ section, ...part })),
  );
}

/** The partitions whose words are looked up: both of a section for a state with few articles. */
const searchedPartitions = ({ sections, state }: TableQuery): Partition[] =>
  hasFewArticles(state)
    ? sections.flatMap((section) =>
        [true, false].map((isDraft): Partition => ({ section, isDraft, condition: undefined })),
      )
    : partitionsOf({ sections, state });

function partsOf(state: ArticleState | null): Omit<Partition, 'section'>[] {
  if (hasFewArticles(state)) throw new Error(`Articles in the state ${state} are sorted, not scanned`);
  if (state !== null) return [STATE_PARTITIONS[state]];
  return [
    { isDraft: true, condition: NOT_IN_TRASH },
    { isDraft: false, condition: undefined },
  ];
}

/** Reads the stored counts, one row per section, and counts the states with few articles. */
async function countAll(db: Db, { sections, state }: TableQuery): Promise<number> {
  const [row] = await db
    .select({
      all: sql<number>`coalesce(sum(${publishedCounts.total}), 0)::int`,
      published: sql<number>`coalesce(sum(${publishedCounts.published}), 0)::int`,
    })
    .from(publishedCounts)
    .where(inArray(publishedCounts.categorySlug, [...sections]));
  const { all, published } = row ?? { all: 0, published: 0 };
  const countFew = (few: ArticleState) =>
    db.$count(articles, and(STATE_CONDITIONS[few], inArray(articles.categorySlug, [...sections])));
  if (hasFewArticles(state)) return countFew(state);
  if (state === 'published') return published - (await countFew('published_with_pending_changes'));
  // The stored counts include the trash.
  if (state === null) return all - (await countFew('in_trash'));
  let drafts = all - published;
  for (const few of FEW_ARTICLES) if (!isPublic(few)) drafts -= await countFew(few);
  return drafts;
}

async function loadRows(db: Db, ids: readonly string[]): Promise<TableRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: articles.id,
      revision: articles.revision,
      slug: articles.slug,
      title: articles.title,
      categorySlug: articles.categorySlug,
      ...STATE_COLUMNS,
      returnedAt: articles.returnedAt,
      scheduledAt: articles.scheduledAt,
      featured: articles.featured,
      publishDate: articles.publishDate,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(inArray(articles.id, [...ids]));
  return rows
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ categorySlug, ...row }) => ({ ...row, sectionSlug: categorySlug, state: articleState(row) }));
}
