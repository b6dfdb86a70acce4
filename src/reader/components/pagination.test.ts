import { expect, test } from 'vitest';
import { pagePath, pagesAround } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 500, [1, 2, 500]],
  [250, 500, [1, 249, 250, 251, 500]],
  [500, 500, [1, 499, 500]],
  [2, 3, [1, 2, 3]],
])('page %i of %i offers %j', (page, count, expected) => {
  expect(pagesAround(page, count)).toEqual(expected);
});

test('the first page has no query parameter', () => {
  expect(pagePath('/sports', 1)).toBe('/sports');
  expect(pagePath('/sports', 2)).toBe('/sports?page=2');
});
