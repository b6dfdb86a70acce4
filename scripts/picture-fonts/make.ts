// Reduces the typefaces of drawn pictures to what drawing needs. Run it manually after changing a typeface:
// `npm ci --prefix scripts/picture-fonts && node scripts/picture-fonts/make.ts`. The results in fonts/ are committed.
// In contrast to the typefaces of pages they have many characters, because nobody downloads them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const SOURCES = join(import.meta.dirname, 'node_modules');
const TARGET = join(import.meta.dirname, '../../fonts');

/** Figures and letters as they are, without small capitals, fractions and other alternatives. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk'];

interface Typeface {
  readonly source: string;
  readonly target: string;
  /** All, if undefined: Arabic letters are joined by features. */
  readonly features?: readonly string[];
  /** First and last code points. Every character, if undefined. */
  readonly ranges?: readonly (readonly [number, number])[];
}

/** Letters that Source Serif lacks, such as those of Hausa, Ewe and ancient Greek, with all others of their words. */
const FURTHER_LETTERS = [
  [0x20, 0x36f],
  [0x370, 0x3ff],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
] as const;

const TYPEFACES: readonly Typeface[] = [
  {
    source: 'source-serif/TTF/SourceSerif4Display-Semibold.ttf',
    target: 'serif-display.ttf',
    features: FEATURES,
  },
  {
    source: '@expo-google-fonts/hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf',
    target: 'sans.ttf',
    features: FEATURES,
  },
  {
    source: '@expo-google-fonts/noto-serif/500Medium/NotoSerif_500Medium.ttf',
    target: 'serif-further.ttf',
    features: FEATURES,
    ranges: FURTHER_LETTERS,
  },
  {
    source: '@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf',
    target: 'arabic.ttf',
  },
];

for (const { source, target, features, ranges } of TYPEFACES) {
  const original = await readFile(join(SOURCES, source));
  const characters = [...new Face(new Blob(original)).collectUnicodes()].filter(
    (code) => ranges === undefined || ranges.some(([first, last]) => code >= first && code <= last),
  );
  const subset = await subsetFont(original, String.fromCodePoint(...characters), {
    targetFormat: 'sfnt',
    noHinting: true,
    ...(features === undefined ? {} : { keepFeatures: features }),
  });
  await writeFile(join(TARGET, target), subset);
  process.stdout.write(`${target} ${subset.length} bytes, ${characters.length} characters\n`);
}
