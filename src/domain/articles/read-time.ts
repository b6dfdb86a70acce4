import { DEFAULT_READ_TIME, readTimeFor } from './article.ts';
import type { Manuscript } from './manuscript.ts';

type ReadTime = Pick<Manuscript, 'readTime' | 'readTimeTyped'>;

/** An earlier version of an article, as far as its read time depends on it. */
export interface ReadTimeBefore extends ReadTime {
  readonly wordCount: number;
}

/**
 * The read time to store, and whether somebody typed it. A field that nobody has touched follows the words: it is empty,
 * holds the default, or still says what was computed for the text before. Anything else was typed and stays, and so does
 * what was typed before. `readTimeTyped` says it of a text that looks untouched.
 *
 * @param words of the text to store
 */
export function readTimeOf(
  { readTime, readTimeTyped }: ReadTime,
  words: number,
  before: ReadTimeBefore | null,
): ReadTime {
  const isUnchanged = readTime === before?.readTime;
  const looksUntouched =
    readTime === DEFAULT_READ_TIME || (before !== null && readTime === readTimeFor(before.wordCount));
  const isTyped =
    readTime !== '' && (readTimeTyped || (isUnchanged && before.readTimeTyped) || !looksUntouched);
  return isTyped ? { readTime, readTimeTyped: true } : { readTime: readTimeFor(words), readTimeTyped: false };
}
