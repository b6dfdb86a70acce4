/** A part of a text that is not broken, in UTF-16 code units, with its width. */
export interface Segment {
  readonly start: number;
  /** Without the space after it. */
  readonly end: number;
  /** Of the text up to `end`. */
  readonly width: number;
  /** Of the space after it. */
  readonly space: number;
}

/** A line: the range of its text. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** The positions at which a line may begin, the first one included. */
export function breakOpportunities(text: string): number[] {
  const starts = [0];
  for (let at = 1; at < text.length; at++) {
    const before = text[at - 1] ?? '';
    const isBreak = text[at] !== ' ' && (before === ' ' || isHyphen(text, at - 1));
    if (isBreak) starts.push(at);
  }
  return starts;
}

/** A hyphen or dash between two letters, such as in `Franco-British`. */
function isHyphen(text: string, at: number): boolean {
  return (
    /[-\u2010\u2013\u2014/]/.test(text[at] ?? '') && /^\p{L}\p{L}$/u.test(`${text[at - 1]}${text[at + 1]}`)
  );
}

/**
 * Breaks a text into as few lines as `maxWidth` allows, and then makes them about equally wide. Null if a segment is wider
 * than that.
 */
export function breakLines(segments: readonly Segment[], maxWidth: number): Line[] | null {
  const fewest = fill(segments, maxWidth);
  if (fewest === null) return null;
  let [tooNarrow, enough] = [0, maxWidth];
  let balanced = fewest;
  // A hundredth of the width is less than anybody sees.
  while (enough - tooNarrow > maxWidth / 100) {
    const middle = (tooNarrow + enough) / 2;
    const lines = fill(segments, middle);
    if (lines === null || lines.length > fewest.length) tooNarrow = middle;
    else [enough, balanced] = [middle, lines];
  }
  return balanced;
}

/** As many segments in each line as fit. */
function fill(segments: readonly Segment[], maxWidth: number): Line[] | null {
  const lines: { start: number; end: number }[] = [];
  let [width, space] = [0, 0];
  for (const segment of segments) {
    if (segment.width > maxWidth) return null;
    const line = lines.at(-1);
    const extended = width + space + segment.width;
    if (line !== undefined && extended <= maxWidth) [line.end, width] = [segment.end, extended];
    else {
      lines.push({ start: segment.start, end: segment.end });
      width = segment.width;
    }
    space = segment.space;
  }
  return lines;
}
