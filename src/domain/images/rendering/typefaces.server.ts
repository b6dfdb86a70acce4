import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Blob, Face, Font } from 'harfbuzzjs';
import { packageRoot } from '#platform/package-root.server.ts';

/** A typeface of rendered pictures. */
export interface Typeface {
  readonly font: Font;
  /** The unit of its outlines: this many are one em. */
  readonly unitsPerEm: number;
  /** Distance between two lines, in em. Arabic letters reach higher and lower. */
  readonly lineHeight: number;
  /** How far lines seem to reach below their baseline, in em. */
  readonly depth: number;
}

/** Whether the typeface has a glyph for the code point. */
export const hasGlyph = ({ font }: Typeface, codePoint: number) => font.nominalGlyph(codePoint) !== undefined;

/**
 * Typefaces in the order in which a character is looked up. They are files of the project, so that a picture is the same on
 * every server, with or without fonts.
 */
export function loadTypefaces(): {
  readonly title: readonly Typeface[];
  readonly label: readonly Typeface[];
} {
  const serif = load('serif-display.ttf', { lineHeight: 1.14, depth: 0.12 });
  const sans = load('sans.ttf', { lineHeight: 1.2, depth: 0.12 });
  const further = load('serif-further.ttf', { lineHeight: 1.2, depth: 0.12 });
  const arabic = load('arabic.ttf', { lineHeight: 1.5, depth: 0.3 });
  return { title: [serif, further, arabic], label: [sans, serif, further, arabic] };
}

function load(name: string, metrics: Pick<Typeface, 'lineHeight' | 'depth'>): Typeface {
  const face = new Face(new Blob(readFileSync(join(packageRoot, 'fonts', name))));
  return { font: new Font(face), unitsPerEm: face.upem, ...metrics };
}
