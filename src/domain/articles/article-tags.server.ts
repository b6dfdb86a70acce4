import { desc, eq, inArray, type Placeholder, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { fixedLimit, prepared, preparedPages } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import { isStorable } from '#platform/storable-text.ts';
import type { ArticleSummary, TagSlugs } from './article.ts';
import { FEED_SIZE } from './feeds/feed.ts';
import { PAGE_SIZE, summaries, toSummary } from './queries.server.ts';
import { articleTags, publishedArticles } from './tables.server.ts';

/** Characters of a requested spelling that are looked up. A tag has at most 40, a slug at most 80. */
const SPELLING_MAX_LENGTH = 200;

/** A tag with at least one published article. */
export interface ArticleTag {
  readonly slug: string;
  /** As the newest of its articles has it. */
  readonly name: string;
}

/** A tag with one page of its published articles, newest first. */
export interface TagListing {
  readonly tag: ArticleTag;
  /** Empty after the last page. */
  readonly articles: readonly ArticleSummary[];
  readonly total: number;
  readonly pageCount: number;
}

const requestedSlug = sql`tag_slug(${sql.placeholder('spelling')}::text)`;
const isRequested = eq(articleTags.slug, requestedSlug);
const newestFirst = [desc(articleTags.publishDate), desc(articleTags.articleId)];

/** The newest row of the requested tag. */
const newestRow = (db: Db) =>
  db
    .select()
    .from(articleTags)
    .where(isRequested)
    .orderBy(...newestFirst)
    .limit(fixedLimit(1))
    .as('newest_row');

const tagBySpelling = prepared('tag_by_spelling', (db) => {
  const row = newestRow(db);
  return db.select({ slug: row.slug, name: row.name }).from(row);
});

const tagListing = preparedPages('tag_listing', (db, before) => {
  const row = newestRow(db);
  const ids = articleIds(db, before);
  return db
    .select({
      slug: row.slug,
      name: row.name,
      articles: rowsOf(summaries(db).where(inArray(publishedArticles.id, ids))),
      total: sql<number>`(select count(*)::int from ${articleTags} where ${isRequested})`,
    })
    .from(row);
});

/** The ids of one page, read from the index of tags alone. */
const articleIds = (db: Db, before: number | Placeholder) =>
  db
    .select({ id: articleTags.articleId })
    .from(articleTags)
    .where(isRequested)
    .orderBy(...newestFirst)
    .limit(fixedLimit(PAGE_SIZE))
    .offset(before);

/** The tag with this slug, in any spelling. Null if no published article has it. */
export async function findTag(db: Db, spelling: string): Promise<ArticleTag | null> {
  if (!isLookedUp(spelling)) return null;
  const [tag] = await tagBySpelling(db).execute({ spelling });
  return tag ?? null;
}

/** As `findTag`, with a page of articles. */
export async function findTagListing(db: Db, spelling: string, page: number): Promise<TagListing | null> {
  if (!isLookedUp(spelling)) return null;
  const before = pageOffset(page, PAGE_SIZE);
  const [row] = await tagListing(db, before).execute({ spelling, before });
  if (row === undefined) return null;
  const { slug, name, articles, total } = row;
  return {
    tag: { slug, name },
    articles: articles.map(toSummary),
    total,
    pageCount: countPages(total, PAGE_SIZE),
  };
}

const isLookedUp = (spelling: string) => spelling.length <= SPELLING_MAX_LENGTH && isStorable(spelling);

/** The condition of the newest articles of a tag, for a feed. */
export const byTag = (db: Db, slug: string) =>
  inArray(
    publishedArticles.id,
    db
      .select({ id: articleTags.articleId })
      .from(articleTags)
      .where(eq(articleTags.slug, slug))
      .orderBy(...newestFirst)
      .limit(FEED_SIZE),
  );

/** The tags of a published article that have a page, as one column of the statement that reads the article. */
export const tagRows = (db: Db) =>
  rowsOf(
    db
      .select({ slug: articleTags.slug, name: articleTags.name })
      .from(articleTags)
      .where(eq(articleTags.articleId, publishedArticles.id)),
  );

/**
 * The slugs that tags have or would have. As in the rows of an article, tags without a letter or digit have none, and of tags
 * with the same slug only the first has it.
 */
export async function findSlugsOfTags(db: Db | Transaction, tags: readonly string[]): Promise<TagSlugs> {
  if (tags.length === 0) return new Map();
  const { rows } = await db.execute<{ name: string; slug: string }>(sql`
    select distinct on (slug) name, slug
    from unnest(${sql.param([...tags])}::text[]) with ordinality as tags (name, position), tag_slug(name) as slug
    where slug <> ''
    order by slug, position`);
  return new Map(rows.map(({ name, slug }) => [name, slug]));
}

/** The slug of each tag, in their order; the tag itself if it has none. */
export async function findSlugOfEachTag(db: Db, tags: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select coalesce(nullif(tag_slug(name), ''), name) as slug
    from unnest(${sql.param([...tags])}::text[]) with ordinality as tags (name, position) order by position`);
  return rows.map(({ slug }) => slug);
}

/**
 * The slugs of all tags with a published article, in order, at most `limit`. Jumps from one slug to the next in the index, so
 * that the time depends on the number of tags and not of articles.
 */
export async function listTagSlugs(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    with recursive used (slug, position) as (
      (select min(slug), 1 from article_tags)
      union all
      select (select min(slug) from article_tags where slug > used.slug), position + 1
      from used where used.slug is not null and position < ${limit}::int
    )
    select slug from used where slug is not null order by slug`);
  return rows.map(({ slug }) => slug);
}

/** Tags that are suggested at once. */
export const SUGGESTED_TAGS = 20;

/**
 * The tags of published articles whose slug begins with that of a text, in order, each with the name that its newest article
 * gives it. Jumps in the index as `listTagSlugs` does.
 */
export async function suggestTags(db: Db | Transaction, text: string): Promise<ArticleTag[]> {
  const { rows } = await db.execute<{ slug: string; name: string }>(sql`
    with recursive asked (beginning) as (select tag_slug(${text})), used (slug, position) as (
      (select min(slug), 1 from article_tags, asked where slug >= beginning)
      union all
      select (select min(slug) from article_tags where slug > used.slug), position + 1
      from used where used.slug is not null and position < ${SUGGESTED_TAGS}::int
    )
    select used.slug, newest.name from used, asked, lateral (
      select name from article_tags where slug = used.slug
      order by publish_date desc, article_id desc limit 1
    ) as newest
    where starts_with(used.slug, beginning) order by used.slug`);
  return rows.map(({ slug, name }) => ({ slug, name }));
}
