import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = new Date('1994-11-06T08:47:37Z');

test.each([
  ['120', 120],
  ['0', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 120],
  ['Sun, 06 Nov 1994 08:40:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ['9'.repeat(40), 86_400],
])('Retry-After: %s means %i seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds);
});

test.each([
  null,
  undefined,
  '',
  '-5',
  '1.5',
  '1e3',
  'soon',
  '0x10',
  '9'.repeat(41),
  `Sun, ${' '.repeat(200_000)}`,
])('Retry-After: %s has no meaning', (header) => {
  expect(parseRetryAfter(header, NOW)).toBeNull();
});
