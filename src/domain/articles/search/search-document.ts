import type { ArticleRow } from '../tables.server.ts';
import { findWords } from './search-words.ts';
import { visibleText } from './visible-text.ts';

/** What readers can find an article by. */
export type SearchedArticle = Pick<ArticleRow, 'title' | 'excerpt' | 'tags' | 'bylines' | 'content'>;

/** The text representation of the vectors in the row of an article. */
export interface SearchDocument {
  readonly titleWords: string;
  readonly words: string;
}

/** Characters and words of a text that are searched. PostgreSQL stores positions up to 16,383. */
export const TEXT_MAX_LENGTH = 100_000;
const MAX_WORDS = 16_000;
/**
 * Characters of the different words of an article: a text of normalized characters can be many times as long. PostgreSQL stores
 * a megabyte, and the vector of a draft has each word with two stems, of at most three bytes for a character.
 */
const VECTOR_MAX_LENGTH = 100_000;

/** Positions between two fields, so that no phrase begins in one and ends in the next. */
const FIELD_GAP = 20;

/** Weights of PostgreSQL, A is the highest. */
type Weight = 'A' | 'B' | 'C' | '';

export function createSearchDocument(article: SearchedArticle): SearchDocument {
  const title = new Map<string, string[]>();
  addWords(title, article.title, '', 1);
  return { titleWords: vectorText(title), words: vectorText(wordsOf(article)) };
}

/** The words of an article with their positions and weights, as in `SearchDocument.words`. */
export function wordsOf(article: SearchedArticle): ReadonlyMap<string, readonly string[]> {
  const fields: readonly (readonly [Weight, string])[] = [
    ['A', article.title],
    ...article.tags.map((tag) => ['B', tag] as const),
    ...article.bylines.map(({ name }) => ['B', name] as const),
    ['C', article.excerpt],
    ['', visibleText(article.content, TEXT_MAX_LENGTH)],
  ];
  const words = new Map<string, string[]>();
  let position = 1;
  for (const [weight, text] of fields) position = addWords(words, text, weight, position) + FIELD_GAP;
  return new Map(firstWords(words));
}

function* firstWords<Positions>(words: ReadonlyMap<string, Positions>): Generator<[string, Positions]> {
  let length = 0;
  for (const entry of words) {
    length += entry[0].length;
    if (length > VECTOR_MAX_LENGTH) return;
    yield entry;
  }
}

/** Adds the words of a field at their positions, and returns the next position. */
function addWords(words: Map<string, string[]>, text: string, weight: Weight, from: number): number {
  const found = findWords(text, Math.max(0, MAX_WORDS - from));
  for (const [index, { word }] of found.entries()) {
    const positions = words.get(word);
    const entry = `${from + index}${weight}`;
    if (positions === undefined) words.set(word, [entry]);
    else positions.push(entry);
  }
  return from + found.length;
}

/** The text representation of a vector. */
export const vectorText = (words: ReadonlyMap<string, readonly string[]>) =>
  Array.from(words, ([word, positions]) => `${quoteWord(word)}:${positions.join(',')}`).join(' ');

/** A word as a constant in the text of a vector or query. */
export const quoteWord = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;
