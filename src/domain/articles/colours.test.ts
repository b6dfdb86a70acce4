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

describe.each(['light', 'dark'])('in %s', (scheme) => {
  test.each(TEXT_COLOURS)('%s has enough contrast on every background', (textColour) => {
    for (const background of BACKGROUNDS) {
      const ratio = contrast(parseHex(valueOf(textColour, scheme)), parseHex(valueOf(background, scheme)));
      expect(ratio, `${textColour} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('the nearest colour', () => {
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
