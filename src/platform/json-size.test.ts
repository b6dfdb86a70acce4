import { expect, test } from 'vitest';
import { hasMoreValues } from './json-size.ts';

test.each([
  [[1, 2, 3], 3],
  [{ a: 1, b: [true, null] }, 4],
  [{ a: ',[{,[{', 'b,"\\,': '\\",\\\\' }, 2],
  [{ a: [[[[]]]] }, 5],
])('%j has a limited number of values', (value, count) => {
  const json = JSON.stringify(value);
  expect(hasMoreValues(json, count)).toBe(false);
  expect(hasMoreValues(json, count - 1)).toBe(true);
});
