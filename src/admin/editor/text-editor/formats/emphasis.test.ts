import { expect, test } from 'vitest';
import { findEmphasis } from './emphasis.ts';

test.each([
  ['*word*', '*', 'word'],
  ['Say *two words*', '*', 'two words'],
  ['(“*word*', '*', 'word'],
  ['so **bold**', '**', 'bold'],
  ['__init__', '__', 'init'],
  ['~~gone~~', '~~', 'gone'],
  ['run `npm ci`', '`', 'npm ci'],
])('%s is completed by %s', (text, sign, replaceWith) => {
  expect(findEmphasis(text, sign)).toMatchObject({ replaceWith, text: text.slice(text.indexOf(sign)) });
});

test.each([
  ['5 * 3 *', '*'],
  ['5 * 3 * 2*', '*'],
  ['2*3*', '*'],
  ['**bold*', '*'],
  ['snake_case_', '_'],
  ['*word *', '*'],
  ['* word*', '*'],
  ['**', '*'],
  ['****', '**'],
  ['*', '*'],
  ['~~a~b~~', '~~'],
  ['word', '*'],
])('%s is not completed by %s', (text, sign) => {
  expect(findEmphasis(text, sign)).toBeNull();
});
