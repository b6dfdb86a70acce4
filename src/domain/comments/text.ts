import { removeUnsafe } from '#platform/unsafe-characters.ts';

/** Annotations between the lines of a text, which browsers do not show. */
const ANNOTATIONS = /[\ufff9-\ufffb]/g;

/** Characters without a visible glyph that are not spaces. Spam uses them to hide words from filters. */
const BLANK = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/g;

/** Tag characters. They are meaningful only after a black flag emoji, for example in the flag of Scotland. */
const TAGS = /(\u{1f3f4}?)[\u{e0000}-\u{e007f}]+/gu;

/** Emoji and some scripts need two consecutive joiners, and letters of some languages need several combining marks. */
const TOO_MANY_JOINERS =
  /((?:[\u061c\u200c-\u200f]|\p{Variation_Selector}){2})(?:[\u061c\u200c-\u200f]|\p{Variation_Selector})+/gu;
const TOO_MANY_MARKS = /(\p{M}{6})\p{M}+/gu;

/**
 * Normalizes a text for storage: trims it, limits line breaks to two in a row, and removes invisible characters. Returns
 * an empty string if nothing visible is left.
 */
export function cleanText(raw: string): string {
  const cleaned = removeUnsafe(raw)
    // At once and not each for itself: many thousands are possible.
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\t', ' ')
    .replace(ANNOTATIONS, '')
    .replace(BLANK, '')
    .replace(TAGS, (tags, flag: string) => (flag === '' ? '' : tags.slice(0, 16)))
    .replace(TOO_MANY_JOINERS, '$1')
    .replace(TOO_MANY_MARKS, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : '';
}

/** Length in code points, as PostgreSQL counts characters. */
export const countCharacters = (text: string): number => [...text].length;

/** The words of a text in lower case, without accents and punctuation. */
export function extractWords(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
