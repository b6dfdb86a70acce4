import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { areForms } from './dictionary.ts';
import { quoteWord } from './search-document.ts';
import type { SearchTerm } from './search-query.ts';

/** Most frequent words with the same stem, the same letters without accents, or the same beginning, that are searched. */
const MAX_FORMS = 24;
const MAX_SPELLINGS = 8;
const MAX_COMPLETIONS = 12;
/**
 * Completions of a beginning are added until they have this number of occurrences: a beginning such as "pre" is in nearly every
 * article, and each further word costs as much as the ones before it.
 */
const MAX_COMPLETED_DOCUMENTS = 100_000;

/** A term with the words of the articles that match it. */
export interface ExpandedTerm extends SearchTerm {
  /** For each word of the term. An empty list matches nothing. */
  readonly forms: readonly (readonly string[])[];
  /** The words of the term without accents. */
  readonly folded: readonly string[];
  /** The stems of each word, without accents; none of a stop word. */
  readonly stems: readonly (readonly string[])[];
  /** A frequent word without meaning of its own, such as "the". */
  readonly isStopWord: boolean;
  /** At most this number of articles match. */
  readonly documents: number;
}

interface WordCount {
  readonly word: string;
  readonly folded: string;
  readonly documents: number;
}

interface FormsRow extends Record<string, unknown> {
  readonly isStopWord: boolean;
  readonly dictionary: string;
  readonly folded: string;
  readonly stems: readonly string[];
  readonly spellings: readonly WordCount[];
  readonly forms: readonly WordCount[];
  readonly completions: readonly WordCount[];
}

/** Looks up the words of the articles that match each term: all forms of a word, and the exact words of a phrase. */
export async function expandTerms(
  tx: Db | Transaction,
  terms: readonly SearchTerm[],
): Promise<ExpandedTerm[]> {
  const words = terms.flatMap((term) => term.words.map((word) => ({ word, isPrefix: term.isPrefix })));
  const rows = words.length === 0 ? [] : await lookUp(tx, words);
  let at = 0;
  return terms.map((term) => {
    const from = at;
    const found = term.words.map(() => formsOf(rows[at++], term));
    return {
      ...term,
      folded: term.words.map((word, index) => rows[from + index]?.folded ?? word),
      stems: term.words.map((_, index) => rows[from + index]?.stems ?? []),
      forms: found.map((counts) => counts.map(({ word }) => word)),
      isStopWord: !term.isPhrase && rows[at - 1]?.isStopWord === true,
      documents: Math.min(...found.map(sumDocuments)),
    };
  });
}

/** Stop words count only if there is no other word. */
export function withoutStopWords(terms: readonly ExpandedTerm[]): readonly ExpandedTerm[] {
  const others = terms.filter(({ isStopWord }) => !isStopWord);
  return others.some(({ isExcluded }) => !isExcluded) ? others : terms;
}

const sumDocuments = (counts: readonly WordCount[]) =>
  counts.reduce((sum, { documents }) => sum + documents, 0);

function formsOf(row: FormsRow | undefined, { isPhrase, isPrefix }: SearchTerm): WordCount[] {
  if (row === undefined) return [];
  if (isPhrase) return [...row.spellings];
  const forms = row.forms.filter(({ folded }) => areForms(row.dictionary, row.folded, folded));
  const counts = new Map([...row.spellings, ...forms].map((count) => [count.word, count]));
  let total = sumDocuments([...counts.values()]);
  for (const count of isPrefix ? row.completions : []) {
    if (counts.has(count.word)) continue;
    if (total > MAX_COMPLETED_DOCUMENTS) break;
    total += count.documents;
    counts.set(count.word, count);
  }
  return [...counts.values()];
}

/** The most frequent words for which a condition holds, with the numbers of their articles, as one value. */
const counts = (condition: SQL, limit: number) => sql`coalesce((
    select json_agg(json_build_object('word', word, 'folded', folded, 'documents', documents) order by documents desc)
    from (select word, folded, documents from search_words where ${condition} order by documents desc limit ${limit}) as found
  ), '[]')`;

async function lookUp(
  tx: Db | Transaction,
  words: readonly { readonly word: string; readonly isPrefix: boolean }[],
): Promise<FormsRow[]> {
  const { rows } = await tx.execute<FormsRow>(sql`
    select asked.stem = '' as "isStopWord", asked.dictionary, asked.folded, asked.stems,
      ${counts(sql`folded = asked.folded`, MAX_SPELLINGS)} as spellings,
      ${counts(
        sql`word in (
          select word from search_words where stem = any(asked.stems) union
          select word from search_words where folded_stem = any(asked.stems))`,
        MAX_FORMS,
      )} as forms,
      case when asked.is_prefix then
        ${counts(sql`folded >= asked.folded and folded < asked.folded || chr(1114111)`, MAX_COMPLETIONS)}
      else '[]' end as completions
    from (
      select position, is_prefix, dictionary, folded, stem, array(
        select possible from (
          values (stem), (search_stem(dictionary, folded))
          union select known.stem from search_words as known where known.folded = input.folded
        ) as stems (possible) where possible <> ''
      ) as stems
      from search_language, lateral (
        select position, is_prefix, search_fold(entered.word) as folded, search_stem(dictionary, entered.word) as stem
        from unnest(
          ${sql.param(words.map(({ word }) => word))}::text[],
          ${sql.param(words.map(({ isPrefix }) => isPrefix))}::boolean[]
        ) with ordinality as entered (word, is_prefix, position)
      ) as input
    ) as asked
    order by position`);
  return rows;
}

export interface SearchConditions {
  /** In the text of a `tsquery`. Phrases are words in any order, which the index finds without reading an article. */
  readonly indexed: string;
  /** With phrases; null if there are none. */
  readonly complete: string | null;
}

/** Null when a term matches nothing, or when there is only what must not be found. */
export function createConditions(terms: readonly ExpandedTerm[]): SearchConditions | null {
  const required = terms.filter(({ isExcluded }) => !isExcluded);
  const excluded = terms.filter((term) => term.isExcluded && term.forms.every((forms) => forms.length > 0));
  if (required.length === 0 || required.some(({ forms }) => forms.some((each) => each.length === 0)))
    return null;
  const withoutPhrases = excluded.filter(({ isPhrase }) => !isPhrase);
  const indexed = [...required.map(allWords), ...withoutPhrases.map((term) => `!${allWords(term)}`)];
  const complete = [...required.map(inOrder), ...excluded.map((term) => `!${inOrder(term)}`)];
  const hasPhrases = [...required, ...excluded].some(({ isPhrase }) => isPhrase);
  return { indexed: indexed.join(' & '), complete: hasPhrases ? complete.join(' & ') : null };
}

const anyOf = (forms: readonly string[]) => `(${forms.map(quoteWord).join(' | ')})`;
const allWords = ({ forms }: ExpandedTerm) => `(${forms.map(anyOf).join(' & ')})`;
const inOrder = ({ forms }: ExpandedTerm) => `(${forms.map(anyOf).join(' <-> ')})`;
