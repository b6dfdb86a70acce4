import { type SQL, sql } from 'drizzle-orm';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { articles, articleTerms } from './tables.server.ts';

/** Maximum of matches that are counted and sorted. */
export const SEARCH_LIMIT = 1000;

/** Maximum of words of a search; further words are ignored. */
const MAX_WORDS = 8;

/** A scan of the indexes covers one section, and drafts or published articles. */
export interface Partition {
  readonly section: SectionSlug;
  readonly isDraft: boolean;
  /** A condition on `articles`, for a state that is only a part of the drafts or of the published articles. */
  readonly condition: SQL | undefined;
}

interface SortOptions {
  /** The `order by` expression, with columns of the table. */
  readonly order: SQL;
  readonly limit: number;
  readonly offset: number;
}

interface Matches {
  readonly ids: string[];
  /** At most `SEARCH_LIMIT`. */
  readonly total: number;
  /** False when there are more matches than `SEARCH_LIMIT`. The ids are then not the right page. */
  readonly isComplete: boolean;
}

/** Splits a search into words with the same database function that splits the indexed texts. */
export async function splitWords(db: Db, search: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string[] }>(sql`select article_words(${search}) as words`);
  return [...new Set(rows[0]?.words)].slice(0, MAX_WORDS);
}

/**
 * Finds and sorts the articles that contain all words, matched as prefixes, up to `SEARCH_LIMIT`. The cost is
 * proportional to the matches of the rarest word, up to `ENTRY_LIMIT`. If all words are frequent, their complete
 * matches are intersected instead.
 */
export async function findMatches(
  db: Db,
  words: readonly string[],
  partitions: readonly Partition[],
  sort: SortOptions,
): Promise<Matches> {
  const rarest = await findRarest(db, words, partitions);
  if (!rarest.isCountable && words.length === 1) return { ids: [], total: SEARCH_LIMIT, isComplete: false };
  const others = words.filter((word) => word !== rarest.word);
  const having = rarest.isCountable
    ? sql`
        select distinct article_id from (${termEntries(rarest.word, partitions)}) as rarest
        where ${hasWords(others, sql`rarest.article_id`)}`
    : sql.join(
        words.map((word) => sql`select article_id from (${termEntries(word, partitions)}) as entry`),
        sql` intersect `,
      );
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (
      select ${articles.id}, ${articles.title}, ${articles.publishDate}, ${articles.updatedAt} from ${articles}
      where ${articles.id} in (select article_id from (${having}) as having_all limit ${SEARCH_LIMIT + 1})
    )
    select
      (select count(*)::int from found) as total,
      array(
        select id from found as articles order by ${sort.order} limit ${sort.limit} offset ${sort.offset}
      ) as ids`);
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total: Math.min(total, SEARCH_LIMIT), isComplete: total <= SEARCH_LIMIT };
}

/** The condition that an article contains all words; `true` for an empty list. */
export function hasWords(words: readonly string[], articleId: SQL): SQL {
  const conditions = words.map(
    // `offset 0` keeps this a subquery per article, instead of a join that first reads all entries with the prefix.
    (word) => sql`exists (
      select from ${articleTerms} where ${articleTerms.articleId} = ${articleId} and ${hasPrefix(word)} offset 0
    )`,
  );
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/**
 * Maximum of index entries read for one word. One article can have several entries with the same prefix: "new", "news",
 * "newest".
 */
const ENTRY_LIMIT = 3 * SEARCH_LIMIT;

interface Rarest {
  readonly word: string;
  /** Whether it has fewer entries than `ENTRY_LIMIT`. */
  readonly isCountable: boolean;
}

async function findRarest(
  db: Db,
  words: readonly string[],
  partitions: readonly Partition[],
): Promise<Rarest> {
  const counts = words.map(
    (word) => sql`(
      select count(*)::int from (select from (${termEntries(word, partitions)}) as entry limit ${ENTRY_LIMIT}) as counted
    )`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  const counted = rows[0]?.counts ?? [];
  const fewest = Math.min(...counted);
  return { word: words[counted.indexOf(fewest)] ?? '', isCountable: fewest < ENTRY_LIMIT };
}

/** The ids of articles with the word, one per index entry. Each partition is a separate scan that can stop early. */
function termEntries(word: string, partitions: readonly Partition[]): SQL {
  const scans = partitions.map(
    ({ section, isDraft, condition }) => sql`
      select ${articleTerms.articleId} as article_id from ${articleTerms}
      where ${articleTerms.categorySlug} = ${section} and ${articleTerms.isDraft} = ${isDraft} and ${hasPrefix(word)}
      ${condition === undefined ? sql`` : sql`and ${isArticle(condition)}`}`,
  );
  return sql.join(scans, sql` union all `);
}

/** `offset 0` keeps this a subquery per entry, as in `hasWords`. */
const isArticle = (condition: SQL): SQL =>
  sql`exists (select from ${articles} where ${articles.id} = ${articleTerms.articleId} and ${condition} offset 0)`;

/** Sorts after every other character. */
const MAX_CODE_POINT = '\u{10ffff}';

function hasPrefix(word: string): SQL {
  return sql`${articleTerms.word} >= ${word} and ${articleTerms.word} < ${word + MAX_CODE_POINT}`;
}
