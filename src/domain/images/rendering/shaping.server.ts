import { Buffer as TextBuffer, Direction, shape } from 'harfbuzzjs';
import type { RenderableText } from './renderable-text.ts';
import type { Typeface } from './typefaces.server.ts';

/** Glyphs of a line from left to right, with their positions in em from the start of its baseline. */
export interface ShapedLine {
  /** Em. */
  readonly width: number;
  readonly glyphs: readonly PlacedGlyph[];
}

export interface PlacedGlyph {
  readonly typeface: Typeface;
  readonly id: number;
  readonly x: number;
  /** Upwards. */
  readonly y: number;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly typeface: Typeface;
  readonly level: number;
}

/** Shapes the code units from `start` to `end` as one line: joins letters, orders directions, places marks. */
export function shapeLine(renderable: RenderableText, start: number, end: number): ShapedLine {
  const glyphs: PlacedGlyph[] = [];
  let width = 0;
  for (const run of inVisualOrder(runsOf(renderable, start, end)))
    width = shapeRun(renderable, run, width, glyphs);
  return { width, glyphs };
}

/** Parts of a line with the same typeface and direction. */
function runsOf({ typefaces, levels }: RenderableText, start: number, end: number): Run[] {
  const runs: Run[] = [];
  let first = start;
  for (let at = start + 1; at <= end; at++) {
    if (at < end && typefaces[at] === typefaces[first] && levels[at] === levels[first]) continue;
    const [typeface, level] = [typefaces[first], levels[first]];
    if (typeface !== undefined && level !== undefined) runs.push({ start: first, end: at, typeface, level });
    first = at;
  }
  return runs;
}

/** Rule L2 of the Unicode Bidirectional Algorithm: reverses the runs of each level and above, from the highest to 1. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to;
    }
  }
  return ordered;
}

/** Appends the glyphs of a run that begins at `x`, and returns where it ends. */
function shapeRun({ text, lang }: RenderableText, run: Run, x: number, glyphs: PlacedGlyph[]): number {
  const { typeface } = run;
  const buffer = new TextBuffer();
  // The text around a run decides about the forms of the letters at its ends.
  buffer.addText(text, run.start, run.end - run.start);
  buffer.guessSegmentProperties();
  buffer.setDirection(run.level % 2 === 1 ? Direction.RTL : Direction.LTR);
  if (lang !== '') buffer.setLanguage(lang);
  shape(typeface.font, buffer);
  let end = x;
  for (const {
    codepoint: id,
    xAdvance = 0,
    xOffset = 0,
    yOffset = 0,
  } of buffer.getGlyphInfosAndPositions()) {
    const em = typeface.unitsPerEm;
    glyphs.push({ typeface, id, x: end + xOffset / em, y: yOffset / em });
    end += xAdvance / em;
  }
  return end;
}
