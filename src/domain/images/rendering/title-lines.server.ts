import { breakLines, breakOpportunities, type Line, type Segment } from './line-breaking.ts';
import type { RenderableText } from './renderable-text.ts';
import { shapeLine, type ShapedLine } from './shaping.server.ts';
import type { Typeface } from './typefaces.server.ts';

/** The lines of a title in the largest size in which they fit. */
export interface TitleLines {
  /** Pixels per em. */
  readonly size: number;
  /** Pixels from one baseline to the next. */
  readonly leading: number;
  /** How far the lines seem to reach below their baselines, in pixels. */
  readonly depth: number;
  readonly lines: readonly ShapedLine[];
}

/** Pixels per em, the largest first. */
const SIZES = [116, 100, 88, 80, 72, 66, 60, 54, 48, 44, 40, 36] as const;
const SMALLEST = 36;
const ELLIPSIS = '…';

/** Sets a title in an area of this size, in pixels. One that is too long in the smallest size ends with an ellipsis. */
export function setTitle(
  title: RenderableText,
  area: { readonly width: number; readonly height: number },
): TitleLines {
  const segments = segmentsOf(title, breakOpportunities(title.text));
  const metrics = {
    lineHeight: Math.max(...title.typefaces.map((typeface) => typeface.lineHeight)),
    depth: Math.max(...title.typefaces.map((typeface) => typeface.depth)),
  };
  for (const size of SIZES) {
    const lines = breakLines(segments, area.width / size);
    const leading = size * metrics.lineHeight;
    if (lines !== null && lines.length * leading <= area.height)
      return {
        size,
        leading,
        depth: size * metrics.depth,
        lines: lines.map(({ start, end }) => shapeLine(title, start, end)),
      };
  }
  return setTooLong(title, area, metrics);
}

/** Breaks long words anywhere, and cuts what has no place. */
function setTooLong(
  title: RenderableText,
  area: { readonly width: number; readonly height: number },
  metrics: Pick<Typeface, 'lineHeight' | 'depth'>,
): TitleLines {
  const leading = SMALLEST * metrics.lineHeight;
  const maxWidth = area.width / SMALLEST;
  const lines = breakLines(segmentsOf(title, splitLongWords(title, maxWidth)), maxWidth) ?? [];
  const shown = lines.slice(0, Math.floor(area.height / leading));
  return {
    size: SMALLEST,
    leading,
    depth: SMALLEST * metrics.depth,
    lines: shown.map((line, index) =>
      index === shown.length - 1 && shown.length < lines.length
        ? shapeCut(title, line, maxWidth)
        : shapeLine(title, line.start, line.end),
    ),
  };
}

/** A text on one line, cut where the width ends, in em. */
export function setLabel(label: RenderableText, maxWidth: number): ShapedLine {
  const line = shapeLine(label, 0, label.text.length);
  return line.width <= maxWidth ? line : shapeCut(label, { start: 0, end: label.text.length }, maxWidth);
}

/** Shortens a line until an ellipsis fits after it. */
function shapeCut(given: RenderableText, { start, end }: Line, maxWidth: number): ShapedLine {
  const cutAt = (at: number): ShapedLine => {
    const last = Math.max(start, at - 1);
    const before = given.text.slice(0, at).trimEnd();
    const added: RenderableText = {
      ...given,
      text: before + ELLIPSIS,
      typefaces: [...given.typefaces.slice(0, before.length), ...given.typefaces.slice(last, last + 1)],
      // The end of the line is where the paragraph ends, whatever the direction of its last word.
      levels: Uint8Array.from([...given.levels.slice(0, before.length), given.isRightToLeft ? 1 : 0]),
    };
    return shapeLine(added, start, added.text.length);
  };
  const ends = graphemeStarts(given.text.slice(0, end)).filter((at) => at > start);
  for (const at of [end, ...ends.toReversed()]) {
    const line = cutAt(at);
    if (line.width <= maxWidth) return line;
  }
  return cutAt(start);
}

/** The segments that begin at these positions, with their widths. */
function segmentsOf(renderable: RenderableText, starts: readonly number[]): Segment[] {
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? renderable.text.length;
    const end = renderable.text[next - 1] === ' ' ? next - 1 : next;
    const width = (to: number) => shapeLine(renderable, start, to).width;
    return { start, end, width: width(end), space: end === next ? 0 : width(next) - width(end) };
  });
}

/** Adds positions within words that are wider than a line. */
function splitLongWords(title: RenderableText, maxWidth: number): number[] {
  const graphemes = graphemeStarts(title.text);
  return segmentsOf(title, breakOpportunities(title.text)).flatMap(({ start, end, width }) => {
    if (width <= maxWidth) return [start];
    const perLine = Math.max(1, Math.floor(((end - start) * maxWidth) / width / 2));
    const starts = [start];
    // A character with its marks is several code units, and only the first may begin a line.
    for (const at of graphemes) if (at < end && at - (starts.at(-1) ?? start) >= perLine) starts.push(at);
    return starts;
  });
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

const graphemeStarts = (text: string): number[] => Array.from(segmenter.segment(text), ({ index }) => index);
