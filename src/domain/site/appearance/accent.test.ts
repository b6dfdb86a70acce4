import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, type Rgb, toOklab } from '#platform/oklab.ts';
import { accentOf, accentStyleSheet } from './accent.ts';
import { formatHex, parseHex } from './hex.ts';
import { isReadable, nearestReadable } from './readable-color.ts';
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

function distance(one: string, other: string): number {
  const [a, b] = [toOklab(parseHex(one)), toOklab(parseHex(other))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Every `step`th color of the cube with this corner. */
function* grid([red, green, blue]: Rgb, length: number, step: number): Generator<string> {
  for (let r = 0; r <= length; r += step)
    for (let g = 0; g <= length; g += step)
      for (let b = 0; b <= length; b += step)
        yield formatHex([inRange(red + r), inRange(green + g), inRange(blue + b)]);
}

const inRange = (channel: number) => Math.min(255, Math.max(0, channel));

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

  test('the default accent is readable and its own nearest color', () => {
    const { accent } = DEFAULT_ACCENTS[scheme];
    expect(isReadable(accent, scheme)).toBe(true);
    expect(nearestReadable(accent, scheme)).toBe(accent);
    expect(accentOf(accent, scheme)).toBe(DEFAULT_ACCENTS[scheme]);
  });

  test.each(TRIED)('the nearest color of %s is readable, and no other one is nearer', (hex) => {
    const nearest = nearestReadable(hex, scheme);
    expect(isReadable(nearest, scheme)).toBe(true);
    const least = distance(hex, nearest);
    const [red, green, blue] = parseHex(nearest);
    const others = [...grid([0, 0, 0], 255, 15), ...grid([red - 5, green - 5, blue - 5], 10, 1)];
    const nearer = others.filter((other) => distance(hex, other) < least && isReadable(other, scheme));
    expect(nearer).toEqual([]);
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

test('only changed colors are in the style sheet', () => {
  expect(accentStyleSheet(DEFAULT_ACCENTS)).toBeNull();
  const light = accentOf('#1f4fa8', 'light');
  expect(accentStyleSheet({ ...DEFAULT_ACCENTS, light })).toBe(
    ':root:root{--accent:#1f4fa8;--accent-strong:#183e83;--on-accent:#ffffff}\n',
  );
  const dark = accentOf('#8fb4ff', 'dark');
  expect(accentStyleSheet({ light: DEFAULT_ACCENTS.light, dark })).toMatch(
    /^:root:root\{--accent-on-night:#8fb4ff\}@media screen and \(prefers-color-scheme:dark\)\{:root:root\{--accent:#8fb4ff;/,
  );
});
