import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import type { Accuracy, FilterCount, SearchFilters } from './search-result.ts';
import type { SearchConditions } from './word-forms.server.ts';

/** Above this number of matches, the number is estimated and only the newest matches and those in titles are ranked. */
const EXACT_LIMIT = 8000;
/** One in this number of rows is in the sample. */
const SAMPLE_RATE = 16;
/** Newest articles that are read for a common word. */
const NEWEST_LIMIT = 2000;
/** Newest articles with all words of a phrase whose order is checked. */
const PHRASE_LIMIT = 1500;
/** Matches that are ranked. */
const RANKED_LIMIT = 400;
const SHOWN_AUTHORS = 10;
const SHOWN_SECTIONS = 30;

export interface Matches {
  readonly total: number;
  readonly accuracy: Accuracy;
  readonly sections: readonly FilterCount<string>[];
  readonly years: readonly FilterCount<number>[];
  readonly authors: readonly FilterCount<string>[];
  /** The ids of the articles to rank. */
  readonly candidates: readonly string[];
}

export interface MatchOptions {
  readonly conditions: SearchConditions;
  readonly filters: SearchFilters;
  readonly timeZone: string;
  /** At most this number of articles match. */
  readonly maxDocuments: number;
}

/**
 * Finds, counts and preselects the matches of a search. The time is bounded: up to `EXACT_LIMIT` matches all are read, of
 * more a sample is counted and only the newest articles are read.
 */
export async function findMatches(tx: Transaction, options: MatchOptions): Promise<Matches> {
  const { conditions, maxDocuments } = options;
  const sample = maxDocuments <= EXACT_LIMIT ? null : await countSample(tx, options);
  const isCommon = sample !== null && sample.total * SAMPLE_RATE > EXACT_LIMIT;
  if (conditions.complete !== null) return findPhrase(tx, options, isCommon);
  if (!isCommon) return withCandidates(await count(tx, indexedRows(options), options), 'exact');
  const candidates = await newestMatches(tx, options, sample.inTitle * SAMPLE_RATE > EXACT_LIMIT);
  return { ...extrapolate(sample), accuracy: 'estimated', candidates };
}

async function findPhrase(tx: Transaction, options: MatchOptions, isCommon: boolean): Promise<Matches> {
  const newest = isCommon
    ? newestRows(options)
    : sql`select * from (${indexedRows(options)} offset 0) as indexed order by publish_date desc limit ${PHRASE_LIMIT}`;
  const rows = sql`select * from newest where words @@ ${options.conditions.complete}::tsquery`;
  const counted = await count(tx, rows, options, newest);
  return withCandidates(counted, isCommon || counted.read === PHRASE_LIMIT ? 'minimum' : 'exact');
}

const withCandidates = ({ newest, ...counted }: Counted, accuracy: Accuracy): Matches => ({
  ...counted,
  accuracy,
  candidates: newest,
});

interface Counted extends Pick<Matches, 'total' | 'sections' | 'years' | 'authors'>, Record<string, unknown> {
  readonly inTitle: number;
  /** The best by a simple rule: in the title first, then the newest. */
  readonly newest: readonly string[];
  /** Rows that were read to find the matches. */
  readonly read: number;
}

const countSample = (tx: Transaction, options: MatchOptions) =>
  count(tx, sql`${indexedRows(options)} and is_sampled`, options);

/** Numbers of a sample, rounded to what it can tell. */
function extrapolate({ total, sections, years, authors }: Counted): Omit<Matches, 'accuracy' | 'candidates'> {
  const all = <Value>(counts: readonly FilterCount<Value>[]) =>
    counts.map(({ value, count: sampled }) => ({ value, count: roundEstimate(sampled * SAMPLE_RATE) }));
  return {
    total: roundEstimate(total * SAMPLE_RATE),
    sections: all(sections),
    years: all(years),
    authors: all(authors),
  };
}

/** To two significant digits. */
const roundEstimate = (number: number) => Number(number.toPrecision(2));

/** The rows of a query as one value. */
const counts = (from: SQL) => sql`coalesce((select json_agg(counts) from (${from}) as counts), '[]')`;

/** @param newest what `rows` selects from, for a phrase */
async function count(
  tx: Transaction,
  rows: SQL,
  { conditions, timeZone }: MatchOptions,
  newest?: SQL,
): Promise<Counted> {
  const { rows: found } = await tx.execute<Counted>(sql`
    with ${newest === undefined ? sql`` : sql`newest as materialized (${newest}),`}
    matching as materialized (
      select article_id, publish_date, section, authors, title_words @@ ${conditions.indexed}::tsquery as in_title
      from (${rows}) as rows
    )
    select (select count(*)::int from matching) as total,
      (select count(*)::int from matching where in_title) as "inTitle",
      ${newest === undefined ? sql`0` : sql`(select count(*)::int from newest)`} as read,
      ${counts(sql`select section as value, count(*)::int as count from matching
        group by section order by count(*) desc, section limit ${SHOWN_SECTIONS}`)} as sections,
      ${counts(sql`select extract(year from publish_date at time zone ${zoneInSql(timeZone)})::int as value, count(*)::int as count
        from matching group by 1 order by 1 desc`)} as years,
      ${counts(sql`select author as value, sum(articles)::int as count
        from (select authors, count(*) as articles from matching group by authors) as grouped, unnest(authors) as author
        group by author order by sum(articles) desc, author limit ${SHOWN_AUTHORS}`)} as authors,
      array(select article_id from matching
        order by in_title desc, publish_date desc, article_id limit ${RANKED_LIMIT})::text[] as newest`);
  const [counted] = found;
  if (counted === undefined) throw new Error('A count returned no row');
  return counted;
}

/** The newest matches, and the newest of those with all words in their title. */
async function newestMatches(
  tx: Transaction,
  options: MatchOptions,
  isCommonInTitles: boolean,
): Promise<string[]> {
  const { indexed } = options.conditions;
  const limit = RANKED_LIMIT / 2;
  const inTitle = isCommonInTitles
    ? sql`select article_id from (${newestRows(options)}) as newest where title_words @@ ${indexed}::tsquery limit ${limit}`
    : sql`select article_id from (
        select article_id, publish_date from article_search
        where title_words @@ ${indexed}::tsquery and ${filterCondition(options)} offset 0
      ) as titles order by publish_date desc limit ${limit}`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    (select article_id as id from (${newestRows(options)}) as newest where words @@ ${indexed}::tsquery limit ${limit})
    union (${inTitle})`);
  return rows.map(({ id }) => id);
}

const indexedRows = (options: MatchOptions) => sql`
  select article_id, publish_date, section, authors, title_words, words from article_search
  where words @@ ${options.conditions.indexed}::tsquery and ${filterCondition(options)}`;

const newestRows = (options: MatchOptions) => sql`
  select article_id, publish_date, section, authors, title_words, words from article_search
  where ${filterCondition(options)} order by publish_date desc, article_id desc limit ${NEWEST_LIMIT}`;

function filterCondition({ filters: { section, year, author }, timeZone }: MatchOptions): SQL {
  const start = (of: number) =>
    sql`(make_timestamp(${of}::int, 1, 1, 0, 0, 0) at time zone ${zoneInSql(timeZone)})`;
  return sql.join(
    [
      sql`true`,
      ...(section === null ? [] : [sql`section = ${section}`]),
      ...(year === null ? [] : [sql`publish_date >= ${start(year)} and publish_date < ${start(year + 1)}`]),
      ...(author === null ? [] : [sql`${author} = any(authors)`]),
    ],
    sql` and `,
  );
}
