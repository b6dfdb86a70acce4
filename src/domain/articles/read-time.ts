import { DEFAULT_READ_TIME, readTimeFor } from './article.ts';

/**
 * What to store as reading time. A field that nobody has touched follows the words: it is empty, holds the default, or
 * still says what was reckoned for the text as it was. Anything else somebody has typed, and it stays.
 */
export function readTimeOf(typed: string, words: number, wordsBefore: number | null): string {
  const isUntouched =
    typed === '' ||
    typed === DEFAULT_READ_TIME ||
    (wordsBefore !== null && typed === readTimeFor(wordsBefore));
  return isUntouched ? readTimeFor(words) : typed;
}
