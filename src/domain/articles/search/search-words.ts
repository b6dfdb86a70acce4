/** A word of a text, in the form in which it is indexed, and its place in the text. */
export interface FoundWord {
  /** In lower case, in Unicode normal form KC. */
  readonly word: string;
  readonly start: number;
  /** After the last character. */
  readonly end: number;
}

/** Characters of a word that count. PostgreSQL stores at most 2,046 bytes of a word. */
const WORD_MAX_LENGTH = 64;

const RUN_OF_LETTERS = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts that write words without spaces between them. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The words of a plain text in their order: runs of letters, digits and marks. Index, queries and excerpts split texts with this
 * function and not with the parser of PostgreSQL, which depends on the locale of the server.
 *
 * @param limit maximum of words; the rest of the text is not read
 */
export function findWords(text: string, limit = Infinity): FoundWord[] {
  const words: FoundWord[] = [];
  for (const { 0: run, index } of text.matchAll(RUN_OF_LETTERS)) {
    for (const { segment, start } of segmentsOf(run)) {
      if (words.length >= limit) return words;
      const from = index + start;
      words.push({ word: normalizeWord(segment), start: from, end: from + segment.length });
    }
  }
  return words;
}

/**
 * The indexed form of a word. Cut before it is normalized, which takes quadratic time for a long run of marks, and after it,
 * because one character can become eighteen.
 */
const normalizeWord = (word: string) =>
  word.slice(0, WORD_MAX_LENGTH).normalize('NFKC').toLowerCase().slice(0, WORD_MAX_LENGTH).toWellFormed();

function segmentsOf(run: string): readonly { readonly segment: string; readonly start: number }[] {
  if (!WITHOUT_SPACES.test(run)) return [{ segment: run, start: 0 }];
  return Array.from(segmenter.segment(run), ({ segment, index }) => ({ segment, start: index }));
}
