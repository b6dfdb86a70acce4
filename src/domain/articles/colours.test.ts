import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseHex } from '#domain/site/appearance/hex.ts';
import { contrast } from '#platform/oklab.ts';
import { COLOURS, nearestInk, nearestTint } from './colours.ts';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const inks = readFileSync('src/ui/text-colors.css', 'utf8');
const values = [...valuesIn(tokens), ...valuesIn(inks)];

/** Every custom property that is a colour, with its color scheme. */
function valuesIn(css: string) {
  const dark = css.search(/@media[^{]*prefers-color-scheme: dark/);
  return [...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(({ index, 1: name = '', 2: value = '' }) => ({
    name,
    value,
    scheme: index > dark ? 'dark' : 'light',
  }));
}

function valueOf(name: string, scheme: string): string {
  const found = values.find((entry) => entry.name === name && entry.scheme === scheme);
  if (found === undefined) throw new Error(`no --${name} in ${scheme}`);
  return found.value;
}

/** The text colours of an article, and the backgrounds they may appear on. */
const TEXT_COLOURS = ['ink', 'body', 'muted', 'accent', ...COLOURS.map((colour) => `ink-${colour}`)];
const BACKGROUNDS = ['paper', 'raised', 'sunken', 'code', ...COLOURS.map((colour) => `tint-${colour}`)];

test('the contrast is that of WCAG 2.2', () => {
  expect(contrast(parseHex('#000000'), parseHex('#ffffff'))).toBeCloseTo(21, 10);
  expect(contrast(parseHex('#ffffff'), parseHex('#777777'))).toBeCloseTo(4.478, 3);
  expect(contrast(parseHex('#0000ff'), parseHex('#ffff00'))).toBeCloseTo(8.0016, 3);
});

describe.each(['light', 'dark'])('in %s', (scheme) => {
  test.each(TEXT_COLOURS)('%s has enough contrast on every background', (textColour) => {
    for (const background of BACKGROUNDS) {
      const ratio = contrast(parseHex(valueOf(textColour, scheme)), parseHex(valueOf(background, scheme)));
      expect(ratio, `${textColour} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('no two colours of the palette are the same', () => {
    for (const kind of ['ink', 'tint']) {
      expect(new Set(COLOURS.map((colour) => valueOf(`${kind}-${colour}`, scheme))).size).toBe(
        COLOURS.length,
      );
    }
  });
});

test('each colour of the palette has a CSS rule for text and for the background', () => {
  for (const colour of COLOURS) {
    expect(inks).toContain(`[data-ink='${colour}'] {\n    color: var(--ink-${colour});`);
    expect(inks).toContain(`[data-tint='${colour}'] {\n    background-color: var(--tint-${colour});`);
  }
});

describe('the nearest colour', () => {
  test.each(COLOURS)('of its own values is %s', (colour) => {
    for (const scheme of ['light', 'dark']) {
      expect(nearestInk(valueOf(`ink-${colour}`, scheme)), `in ${scheme}`).toBe(colour);
      expect(nearestTint(valueOf(`tint-${colour}`, scheme)), `in ${scheme}`).toBe(colour);
    }
  });

  test.each([
    ['#C00000', 'red'],
    ['rgb(255, 153, 0)', 'orange'],
    ['rgb(0 112 192)', 'blue'],
    ['rgba(112, 48, 160, 1)', 'violet'],
    ['#0f0', 'green'],
    ['navy', 'blue'],
    ['rgb(102,102,102)', 'grey'],
    ['black', null],
    ['#000000', null],
    ['#fff', null],
    ['rgba(255, 0, 0, 0)', null],
    ['#ff000000', null],
    ['windowtext', null],
    ['inherit', null],
    ['var(--x)', null],
    ['', null],
  ])('for text in %s is %s', (css, expected) => {
    expect(nearestInk(css)).toBe(expected);
  });

  test.each([
    ['yellow', 'yellow'],
    ['#d9ead3', 'green'],
    ['#eeeeee', 'grey'],
    ['black', 'grey'],
    ['white', null],
    ['transparent', null],
    ['#fbf9f5', null],
  ])('for the background %s is %s', (css, expected) => {
    expect(nearestTint(css)).toBe(expected);
  });
});
