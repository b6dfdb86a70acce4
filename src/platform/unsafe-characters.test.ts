import { expect, test } from 'vitest';
import { escapeUnsafe, removeUnsafe, SINGLE_LINE, toSingleLine } from './unsafe-characters.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));

/** Every character of the rule but tab and line breaks. */
const UNSAFE = [
  ...range(0x00, 0x1f).filter((character) => !/[\t\n\v\f\r]/.test(character)),
  ...range(0x7f, 0x9f).filter((character) => character !== '\u0085'),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  '\ufffe',
  '\uffff',
];
const BREAKS = ['\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
/** Needed by Arabic, Hebrew, Persian and emoji. */
const SAFE = 'caf\u00e9 \u200e\u200f\u061c \u200c\u200d \u{1f469}\u200d\u{1f680} \u00a0\u00ad';

test('unsafe characters are removed from texts and lines, and refused on lines', () => {
  for (const character of UNSAFE) {
    const text = `a${character}b`;
    expect([character.charCodeAt(0), removeUnsafe(text)]).toEqual([character.charCodeAt(0), 'ab']);
    expect([character.charCodeAt(0), SINGLE_LINE.test(text)]).toEqual([character.charCodeAt(0), false]);
    expect(['ab', 'a b']).toContain(toSingleLine(text));
    expect(escapeUnsafe(`{"a":"${character}"}\n`)).toMatch(/^\{"a":"\\u[0-9a-f]{4}"\}\n$/);
  }
});

test('line breaks of every kind are line feeds, and spaces on a line', () => {
  for (const lineBreak of BREAKS) {
    const text = `a\t${lineBreak}b`;
    expect([removeUnsafe(text), toSingleLine(text), SINGLE_LINE.test(text)]).toEqual([
      'a\t\nb',
      'a b',
      false,
    ]);
  }
  expect(removeUnsafe('a\n\n\tb')).toBe('a\n\n\tb');
});

test('half of a surrogate pair becomes the replacement character, and everything else stays', () => {
  expect([removeUnsafe('a\ud83d'), toSingleLine('a\udc00'), SINGLE_LINE.test('a\ud83d')]).toEqual([
    'a\ufffd',
    'a\ufffd',
    false,
  ]);
  expect([removeUnsafe(SAFE), toSingleLine(SAFE), SINGLE_LINE.test(SAFE), escapeUnsafe(SAFE)]).toEqual([
    SAFE,
    SAFE,
    true,
    SAFE,
  ]);
});
