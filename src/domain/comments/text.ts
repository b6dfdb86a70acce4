/** Control characters but for line breaks, and what turns the direction of the text around it. */
const CONTROL = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;

/** Drawn as nothing, or as a blank that is no space: of no use to a reader, of much to who hides words from a filter. */
const BLANK = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/g;

/** Tags stand behind a black flag (the flag of Scotland) and make no sense elsewhere. */
const TAGS = /(\u{1f3f4}?)[\u{e0000}-\u{e007f}]+/gu;

/** Emoji and several scripts need two of these in a row, and letters of some languages a few marks. */
const TOO_MANY_JOINERS =
  /((?:[\u061c\u200c-\u200f]|\p{Variation_Selector}){2})(?:[\u061c\u200c-\u200f]|\p{Variation_Selector})+/gu;
const TOO_MANY_MARKS = /(\p{M}{6})\p{M}+/gu;

/** From the first space of a run only: from each of them would take quadratic time. */
const SPACES_BEFORE_BREAK = /(?<! ) +\n/g;

/**
 * A text as it is kept: plain, its line breaks kept (two in a row at most), trimmed, and without what cannot be seen.
 * Empty when nothing visible is left.
 */
export function cleanText(raw: string): string {
  const cleaned = raw
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROL, '')
    .replace(BLANK, '')
    .replace(TAGS, (tags, flag: string) => (flag === '' ? '' : tags.slice(0, 16)))
    .replace(TOO_MANY_JOINERS, '$1')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(SPACES_BEFORE_BREAK, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : '';
}

/** As PostgreSQL counts them: an emoji of one code point is one character. */
export const lengthOf = (text: string): number => [...text].length;

/** The words of a text, without regard to case, accents and the signs between them. */
export function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
