import { DEFAULT_READ_TIME, formatReadTime } from './article.ts';
import type { ArticleFields } from './article-fields.ts';

type ReadTime = Pick<ArticleFields, 'readTime' | 'readTimeTyped'>;

/** The fields of the previous version of an article that determine its read time. */
export interface PreviousReadTime extends ReadTime {
  readonly wordCount: number;
}

/**
 * Returns the read time to store, and whether an editor set it. An unedited field is recalculated from the text: it is
 * empty, has the default value, or the value calculated for the previous text. Any other value was set by an editor and
 * is not changed; nor is an unchanged value that an editor set in the previous version. `readTimeTyped` marks a value
 * as set by an editor even if it looks unedited.
 *
 * @param words number of words of the text to store
 */
export function resolveReadTime(
  { readTime, readTimeTyped }: ReadTime,
  words: number,
  before: PreviousReadTime | null,
): ReadTime {
  const isUnchanged = readTime === before?.readTime;
  const looksUnedited =
    readTime === DEFAULT_READ_TIME || (before !== null && readTime === formatReadTime(before.wordCount));
  const isTyped =
    readTime !== '' && (readTimeTyped || (isUnchanged && before.readTimeTyped) || !looksUnedited);
  return isTyped
    ? { readTime, readTimeTyped: true }
    : { readTime: formatReadTime(words), readTimeTyped: false };
}
