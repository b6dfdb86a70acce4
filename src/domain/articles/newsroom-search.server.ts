import { type SQL, sql } from 'drizzle-orm';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { articles, articleTerms } from './tables.server.ts';

/** Matches that are counted and sorted; whoever finds more should say more. */
export const SEARCH_LIMIT = 1000;

/** Words of a search that count. */
const MOST_WORDS = 8;

/** What a walk begins with: the index has each section and state apart. */
export interface Branch {
  readonly section: SectionSlug;
  readonly isDraft: boolean;
}

interface Sorting {
  /** What stands after `order by`, of columns of the table. */
  readonly order: SQL;
  readonly limit: number;
  readonly offset: number;
}

interface Matches {
  readonly ids: string[];
  /** At most `SEARCH_LIMIT`. */
  readonly total: number;
  /** False when there are more than can be sorted; the ids are not the right ones then. */
  readonly isComplete: boolean;
}

/** The words of a search, cut up by the database exactly as it does with what is looked through. */
export async function wordsOf(db: Db, search: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string[] }>(sql`select article_words(${search}) as words`);
  return [...new Set(rows[0]?.words)].slice(0, MOST_WORDS);
}

/**
 * The articles that have all the words, each by its beginning: found and sorted, up to a bound. Costs what the rarest of
 * the words has matches, and never more than the bound, unless several words are frequent: those have to be laid over
 * each other whole.
 */
export async function findMatches(
  db: Db,
  words: readonly string[],
  branches: readonly Branch[],
  sorting: Sorting,
): Promise<Matches> {
  const rarest = await findRarest(db, words, branches);
  if (!rarest.isBounded && words.length === 1) return { ids: [], total: SEARCH_LIMIT, isComplete: false };
  const others = words.filter((word) => word !== rarest.word);
  const having = rarest.isBounded
    ? sql`
        select distinct article_id from (${entries(rarest.word, branches)}) as rarest
        where ${hasWords(others, sql`rarest.article_id`)}`
    : sql.join(
        words.map((word) => sql`select article_id from (${entries(word, branches)}) as entry`),
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
        select id from found as articles order by ${sorting.order} limit ${sorting.limit} offset ${sorting.offset}
      ) as ids`);
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total: Math.min(total, SEARCH_LIMIT), isComplete: total <= SEARCH_LIMIT };
}

/** The condition for an article to have all the words; true of none. */
export function hasWords(words: readonly string[], articleId: SQL): SQL {
  const conditions = words.map(
    // `offset 0`: asked of one article after the other, instead of first collecting all that begin like this.
    (word) => sql`exists (
      select from ${articleTerms} where ${articleTerms.articleId} = ${articleId} and ${beginsWith(word)} offset 0
    )`,
  );
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Entries of one word that are looked at. Several may be of one article: "new", "news" and "newest" begin alike. */
const ENTRY_LIMIT = 3 * SEARCH_LIMIT;

interface Rarest {
  readonly word: string;
  /** Whether all its entries can be looked at. */
  readonly isBounded: boolean;
}

async function findRarest(db: Db, words: readonly string[], branches: readonly Branch[]): Promise<Rarest> {
  const counts = words.map(
    (word) => sql`(
      select count(*)::int from (select from (${entries(word, branches)}) as entry limit ${ENTRY_LIMIT}) as counted
    )`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  const counted = rows[0]?.counts ?? [];
  const fewest = Math.min(...counted);
  return { word: words[counted.indexOf(fewest)] ?? '', isBounded: fewest < ENTRY_LIMIT };
}

/** The ids of articles with the word, one for each entry. Each branch is a walk of its own that can stop early. */
function entries(word: string, branches: readonly Branch[]): SQL {
  const walks = branches.map(
    ({ section, isDraft }) => sql`
      select ${articleTerms.articleId} as article_id from ${articleTerms}
      where ${articleTerms.categorySlug} = ${section} and ${articleTerms.isDraft} = ${isDraft} and ${beginsWith(word)}`,
  );
  return sql.join(walks, sql` union all `);
}

/** Greater than every letter. */
const BEYOND = '\u{10ffff}';

function beginsWith(word: string): SQL {
  return sql`${articleTerms.word} >= ${word} and ${articleTerms.word} < ${word + BEYOND}`;
}
