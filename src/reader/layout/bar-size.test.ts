import { expect, test } from 'vitest';
import { nameLength } from './bar-size.ts';

test.each([
  ['Meridian', undefined],
  ['The Lagos Ledger', undefined],
  ['The Lagos Ledger & Review', 'long'],
  ['The Independent Review of Politics, Economy and Culture', 'longest'],
])('the name %s is %s on a phone', (name, length) => {
  expect(nameLength({ name })).toBe(length);
});
