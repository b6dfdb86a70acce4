import { findWords } from './search-words.ts';

/** Characters of a search that are read, and words. */
export const QUERY_MAX_LENGTH = 200;
const MAX_WORDS = 10;

/** Fewest characters of an unfinished word for which the words that begin with it are found. */
const PREFIX_MIN_LENGTH = 3;

/** A word, or a phrase in quotation marks. */
export interface SearchTerm {
  /** At least one. */
  readonly words: readonly string[];
  readonly isPhrase: boolean;
  /** Written with a minus sign: articles with this word or phrase are not found. */
  readonly isExcluded: boolean;
  /** The last word, which may be unfinished. */
  readonly isPrefix: boolean;
}

/** An optional minus sign, then a text in quotation marks, of which the second may be missing, or a text without spaces. */
const TERM = /(?<minus>-?)(?:["“”„«»](?<phrase>[^"“”„«»]*)["“”„«»]?|(?<plain>[^\s"“”„«»]+))/gu;

/** The terms of what a reader has entered. Punctuation has no meaning; further words are ignored. */
export function parseQuery(text: string): SearchTerm[] {
  const query = text.slice(0, QUERY_MAX_LENGTH);
  const terms: SearchTerm[] = [];
  let left = MAX_WORDS;
  for (const match of query.matchAll(TERM)) {
    const { minus, phrase, plain = '' } = match.groups ?? {};
    const words = findWords(phrase ?? plain, left).map(({ word }) => word);
    left -= words.length;
    const isExcluded = minus === '-';
    if (phrase !== undefined && words.length > 1)
      terms.push({ words, isPhrase: true, isExcluded, isPrefix: false });
    else
      for (const word of words) terms.push({ words: [word], isPhrase: false, isExcluded, isPrefix: false });
  }
  return markPrefix(terms, query);
}

/** A word after which the reader has entered something else is complete. */
function markPrefix(terms: readonly SearchTerm[], query: string): SearchTerm[] {
  const last = terms.at(-1);
  const word = last?.words.at(-1) ?? '';
  if (last === undefined || last.isPhrase || last.isExcluded) return [...terms];
  if (!/[\p{L}\p{N}\p{M}]$/u.test(query) || !isLongEnough(word)) return [...terms];
  return [...terms.slice(0, -1), { ...last, isPrefix: true }];
}

/** In other scripts a word may be a single character. */
const isLongEnough = (word: string) =>
  word.length >= PREFIX_MIN_LENGTH || !/^[\p{Script=Latin}\p{N}]*$/u.test(word);
