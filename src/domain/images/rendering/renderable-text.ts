import bidiFactory from 'bidi-js';
import { hasGlyph, type Typeface } from './typefaces.server.ts';

/** A text all of whose characters have a glyph. The arrays have an entry for each UTF-16 code unit. */
export interface RenderableText {
  readonly text: string;
  readonly typefaces: readonly Typeface[];
  /** Embedding levels of the Unicode Bidirectional Algorithm: odd ones are read from right to left. */
  readonly levels: Uint8Array;
  readonly isRightToLeft: boolean;
  /** BCP 47; empty if unknown. Some languages have glyphs of their own. */
  readonly lang: string;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Takes no part in the decision for a typeface: joiners, marks of direction, variation selectors. */
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** Has the typeface of its neighbors. */
const NEUTRAL = /^[\p{Z}\p{P}]/u;

interface Part {
  readonly text: string;
  /** Undefined where the neighbors decide. */
  readonly typeface: Typeface | undefined;
}

/**
 * Chooses a typeface for every word. Emoji without a glyph are left out. Null if another character has none: a text with gaps
 * could say something else. Null also for a text without a visible character.
 */
export function toRenderable(given: string, chain: readonly Typeface[], lang = ''): RenderableText | null {
  const chosen: Part[] = [];
  for (const word of normalise(given).split(/(?<= )/)) {
    const parts = choosePerWord(word, chain);
    if (parts === null) return null;
    chosen.push(...parts);
  }
  const kept = withoutDoubleSpaces(chosen);
  const text = kept.map((part) => part.text).join('');
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(text)) return null;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
  return {
    text,
    typefaces: resolveNeutral(kept, chain),
    levels,
    isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1,
    lang,
  };
}

/** A digit or sign that is drawn as a key: without the key it still has to be read. */
const KEYCAP = /([0-9#*])\ufe0f?\u20e3/gu;

/** One line of composed characters. Spaces that do not break a line stay. */
const normalise = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(KEYCAP, '$1')
    .replaceAll(/[\s\p{Cc}]/gu, (space) => (space === '\u00a0' || space === '\u202f' ? '\u00a0' : ' '));

/** One typeface for the whole word if there is one, otherwise one for each character. */
function choosePerWord(word: string, chain: readonly Typeface[]): Part[] | null {
  const segments = Array.from(graphemes.segment(word), ({ segment }) => segment);
  const shared = chain.find((typeface) =>
    segments.every((segment) => NEUTRAL.test(segment) || covers(typeface, segment)),
  );
  const parts: Part[] = [];
  for (const text of segments) {
    const typeface = shared ?? chain.find((each) => covers(each, text));
    const isRenderable = NEUTRAL.test(text)
      ? chain.some((each) => covers(each, text))
      : typeface !== undefined;
    if (isRenderable) parts.push({ text, typeface: NEUTRAL.test(text) ? undefined : typeface });
    else if (!EMOJI.test(text)) return null;
  }
  return parts;
}

const covers = (typeface: Typeface, grapheme: string): boolean =>
  Array.from(grapheme).every(
    (character) => IGNORABLE.test(character) || hasGlyph(typeface, character.codePointAt(0) ?? 0),
  );

/**
 * The typeface of each code unit. Punctuation has that of both neighbors, or of most of the text if they differ, so that two
 * brackets look alike.
 */
function resolveNeutral(parts: readonly Part[], chain: readonly Typeface[]): Typeface[] {
  const usage = (typeface: Typeface) => parts.filter((part) => part.typeface === typeface).length;
  const byUsage = chain.toSorted((a, b) => usage(b) - usage(a));
  return parts.flatMap(({ text, typeface }, index) => {
    const before = parts.findLast((part, at) => at < index && part.typeface !== undefined)?.typeface;
    const after = parts.find((part, at) => at > index && part.typeface !== undefined)?.typeface;
    const ofNeighbors = before === after && before !== undefined ? [before] : [];
    const chosen = typeface ?? [...ofNeighbors, ...byUsage].find((each) => covers(each, text));
    return Array<Typeface>(text.length).fill(chosen ?? (byUsage[0] as Typeface));
  });
}

/** Where an emoji was, two spaces may meet, or one may be at an end. */
function withoutDoubleSpaces(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (const part of parts) if (part.text !== ' ' || (kept.at(-1)?.text ?? ' ') !== ' ') kept.push(part);
  while (kept.at(-1)?.text === ' ') kept.pop();
  return kept;
}
