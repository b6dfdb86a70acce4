// Subsets the typefaces to the characters and features that pages need. Run it manually after changing a typeface or
// the character set. The results in src/ui/fonts are committed, so that building and starting do not need this
// script.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const TYPOGRAPHIC = 'ŒœŠšŽž\u2009\u202f–—‘’‚“”„•…′″‹›€™←→−';
const RARE = new Set('¤¦§¨ª¬\u00ad¯²³´µ¶¸¹º¼½¾÷');
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...TYPOGRAPHIC]
  .filter((character) => !RARE.has(character))
  .join('');

interface Typeface {
  /** Below `@fontsource-variable`. */
  readonly source: string;
  readonly target: string;
  readonly axes: Record<string, number | { min: number; max: number }>;
  readonly features: readonly string[];
}

const TYPEFACES: readonly Typeface[] = [
  // One optical size (20) serves both body text (20 px) and headlines.
  // Old-style figures for body text are worth their bytes; small capitals and fractions are not.
  {
    source: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    target: 'serif.woff2',
    axes: { wght: { min: 400, max: 700 }, opsz: 20 },
    features: ['kern', 'liga', 'onum'],
  },
  // For emphasis in body text, so in one weight: all weights would take 27 KB instead of 16.
  {
    source: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
    target: 'serif-italic.woff2',
    axes: { wght: 400, opsz: 20 },
    features: ['kern', 'liga', 'onum'],
  },
  {
    source: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    target: 'sans.woff2',
    axes: { wght: { min: 400, max: 700 } },
    features: ['kern'],
  },
];

for (const { source, target, axes, features } of TYPEFACES) {
  const original = await readFile(
    fileURLToPath(new URL(`../node_modules/@fontsource-variable/${source}`, import.meta.url)),
  );
  const subset = await subsetFont(original, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
  });
  await writeFile(new URL(`../src/ui/fonts/${target}`, import.meta.url), subset);
  process.stdout.write(`${target} ${subset.length} bytes\n`);
}
