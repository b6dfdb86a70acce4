import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from '#platform/oklab.ts';
import { accentOf } from './accent.ts';
import { parseHex } from './hex.ts';
import { nearestReadable } from './readable-color.ts';
import { DEFAULT_ACCENTS, DEFAULT_SECTION_COLORS, SCHEMES, TINTS, TOKENS } from './schemes.ts';

/** The values of custom properties in a style sheet, for both schemes. */
function valuesIn(file: string) {
  const css = readFileSync(file, 'utf8');
  const dark = css.search(/@media[^{]*prefers-color-scheme: dark/);
  const read = (part: string) =>
    new Map([...part.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
  return { light: read(css.slice(0, dark)), dark: read(css.slice(dark)) };
}

const tokens = valuesIn('src/ui/tokens.css');
const inks = valuesIn('src/ui/text-colors.css');

const TRIED = ['#ffe000', '#0000ff', '#808080', '#000000', '#ffffff', '#1f4fa8'];

test('the colors of sections are those of the style sheets', () => {
  for (const [slug, color] of Object.entries(DEFAULT_SECTION_COLORS))
    expect([slug, color]).toEqual([slug, tokens.light.get(slug)]);
  const listed = [...readFileSync('src/ui/tokens.css', 'utf8').matchAll(/\[data-section='([a-z-]+)'\]/g)];
  expect(Object.keys(DEFAULT_SECTION_COLORS)).toEqual(listed.map(([, slug]) => slug));
});

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  test('the colors are those of the style sheets', () => {
    for (const [name, value] of Object.entries(TOKENS[scheme]))
      expect([name, tokens[scheme].get(name)]).toEqual([name, value]);
    expect(TINTS[scheme]).toEqual(
      [...inks[scheme]].filter(([name]) => name?.startsWith('tint-')).map(([, value]) => value),
    );
    const { accent, strong, on } = DEFAULT_ACCENTS[scheme];
    expect(tokens.light.get('accent-on-night')).toBe(DEFAULT_ACCENTS.dark.accent);
    expect([accent, strong, on]).toEqual(
      ['accent', 'accent-strong', 'on-accent'].map((name) => tokens[scheme].get(name)),
    );
  });

  test.each(TRIED)(
    'every pair of text and background has enough contrast with the nearest color of %s',
    (hex) => {
      const { accent, strong, on } = accentOf(nearestReadable(hex, scheme), scheme);
      const backgrounds = [
        ...Object.entries(TOKENS[scheme]).flatMap(([name, value]) =>
          ['paper', 'raised', 'sunken', 'code'].includes(name) ? [value] : [],
        ),
        ...TINTS[scheme],
      ];
      const pairs = [accent, strong].flatMap((color) =>
        [...backgrounds, on].map((other) => [color, other] as const),
      );
      const low = pairs.filter(([one, other]) => contrast(parseHex(one), parseHex(other)) < 4.5);
      expect(low).toEqual([]);
    },
  );
});
