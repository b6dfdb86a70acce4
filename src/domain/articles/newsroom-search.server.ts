import { type SQL, sql } from 'drizzle-orm';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import type { TableFilter } from './newsroom-filters.server.ts';
import { findTextConditions, type TextConditions } from './search/newsroom-conditions.server.ts';
import { articleSearch, draftSearch } from './search/tables.server.ts';
import { articles, articleTerms } from './tables.server.ts';

/** Maximum of articles that a list with a search, an author or a tag counts. */
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

/** Splits a search into words with the same database function that splits the indexed texts. */
async function splitWords(db: Db, search: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string[] }>(sql`select article_words(${search}) as words`);
  return [...new Set(rows[0]?.words)].slice(0, MAX_WORDS);
}

/**
 * The filter of a search: all its words are prefixes of words in title, author and slug, or the text of the article matches it.
 * Null for a search without a word.
 */
export async function searchFilter(
  db: Db,
  search: string,
  partitions: readonly Partition[],
): Promise<TableFilter | null> {
  const words = await splitWords(db, search);
  const text = await findTextConditions(db, search);
  if (words.length === 0 && text === null) return null;
  if (text === null || !text.hasOperators) return inNamesOrText(db, { words, text, partitions });
  const condition = isInText(text);
  return { matches: textMatches(text, partitions), condition };
}

interface NamesOrText {
  readonly words: readonly string[];
  readonly text: TextConditions | null;
  readonly partitions: readonly Partition[];
}

async function inNamesOrText(db: Db, { words, text, partitions }: NamesOrText): Promise<TableFilter> {
  const inNames = hasWords(words, sql`${articles.id}`);
  const names = await nameMatches(db, words, partitions);
  if (text === null) return { matches: names, condition: inNames };
  return {
    matches: names === null ? null : sql`${names} union all ${textMatches(text, partitions)}`,
    condition: sql`(${inNames} or ${isInText(text)})`,
  };
}

/**
 * Selects the articles whose title, author or slug has all words, matched as prefixes. The cost is proportional to the matches
 * of the rarest word, up to `ENTRY_LIMIT`. If all words are frequent, their complete matches are intersected instead. Null for
 * one frequent word.
 */
async function nameMatches(
  db: Db,
  words: readonly string[],
  partitions: readonly Partition[],
): Promise<SQL | null> {
  const rarest = await findRarest(db, words, partitions);
  if (!rarest.isCountable && words.length === 1) return null;
  const others = words.filter((word) => word !== rarest.word);
  const having = rarest.isCountable
    ? sql`
        select distinct article_id from (${termEntries(rarest.word, partitions)}) as rarest
        where ${hasWords(others, sql`rarest.article_id`)}`
    : sql.join(
        words.map((word) => sql`select article_id from (${termEntries(word, partitions)}) as entry`),
        sql` intersect `,
      );
  return sql`(
    select article_id, ${SEARCH_LIMIT}::int as maximum from (${having}) as having_all limit ${SEARCH_LIMIT + 1}
  )`;
}

/** Matches in texts that are read and sorted. Reading them from their index costs less than from that of names. */
const MAX_TEXT_MATCHES = 8000;

function textMatches({ published, drafts }: TextConditions, partitions: readonly Partition[]): SQL {
  const sections = [...new Set(partitions.map(({ section }) => section))];
  const selected = sql`select article_id, ${MAX_TEXT_MATCHES}::int as maximum`;
  const limit = sql`${MAX_TEXT_MATCHES + 1}::int`;
  const scans = [
    // Of no rows, with the columns.
    sql`(select null::uuid as article_id, 0 as maximum where false)`,
    ...(published !== null && partitions.some(({ isDraft }) => !isDraft)
      ? [
          sql`(${selected} from
            search_published_texts(${published}::tsquery, ${sql.param(sections)}::text[], ${limit}) as article_id)`,
        ]
      : []),
    ...(partitions.some(({ isDraft }) => isDraft)
      ? [sql`(${selected} from search_draft_texts(${drafts}::tsquery, ${limit}) as article_id)`]
      : []),
  ];
  return sql.join(scans, sql` union all `);
}

/** Like `textMatches`, for one article. `offset 0` as in `hasWords`. */
function isInText({ published, drafts }: TextConditions): SQL {
  const inDraft = sql`exists (
    select from ${draftSearch}
    where ${draftSearch.articleId} = ${articles.id} and ${draftSearch.words} @@ ${drafts}::tsquery offset 0
  )`;
  if (published === null) return inDraft;
  return sql`(${inDraft} or exists (
    select from ${articleSearch}
    where ${articleSearch.articleId} = ${articles.id} and ${articleSearch.words} @@ ${published}::tsquery offset 0
  ))`;
}

/** The condition that an article contains all words; `true` for an empty list. */
function hasWords(words: readonly string[], articleId: SQL): SQL {
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
