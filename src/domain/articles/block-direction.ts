export type Direction = 'ltr' | 'rtl';

/** Numbers of words of a text by direction. Digits and punctuation have none. */
export interface DirectionCounts {
  readonly ltr: number;
  readonly rtl: number;
}

/** Letters of the scripts that are written from right to left (Unicode, DerivedBidiClass: R and AL). */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * A block has the opposite direction of its text only if at most this share of its words has the direction of the text, so
 * that a quoted name or a product in another script does not turn a paragraph.
 */
const MIN_SHARE = 0.4;

export const hasRightToLeftScript = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Counts the words of a text by the direction of their first letter. */
export function countDirections(text: string): DirectionCounts {
  const words = text.match(WORD) ?? [];
  const rtl = words.filter((word) =>
    RIGHT_TO_LEFT.test(String.fromCodePoint(word.codePointAt(0) ?? 0)),
  ).length;
  return { rtl, ltr: words.length - rtl };
}

export const addDirections = (a: DirectionCounts, b: DirectionCounts): DirectionCounts => ({
  ltr: a.ltr + b.ltr,
  rtl: a.rtl + b.rtl,
});

/**
 * The direction in which a block is read, by its words; undefined for a block without words.
 *
 * @param base direction of the language of the text; undefined if the language is unknown
 */
export function blockDirection(
  { ltr, rtl }: DirectionCounts,
  base: Direction | undefined,
): Direction | undefined {
  if (ltr + rtl === 0) return undefined;
  const share = rtl / (ltr + rtl);
  return share > (base === 'ltr' ? 1 - MIN_SHARE : MIN_SHARE) ? 'rtl' : 'ltr';
}
