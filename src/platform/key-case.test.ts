import { expect, test } from 'vitest';
import { toCamelCase, toCamelKeys, toSnakeCase, toSnakeKeys } from './key-case.ts';

test.each([
  ['title', 'title'],
  ['readTime', 'read_time'],
  ['readTimeTyped', 'read_time_typed'],
])('%s is %s in the API', (camel, snake) => {
  expect(toSnakeCase(camel)).toBe(snake);
  expect(toCamelCase(snake)).toBe(camel);
});

test('only the names of the object itself change', () => {
  const object = { readTime: '4 min', imageAlt: null, tags: ['aB'], nested: { inHere: 1 } };
  const renamed = { read_time: '4 min', image_alt: null, tags: ['aB'], nested: { inHere: 1 } };
  expect(toSnakeKeys(object)).toEqual(renamed);
  expect(toCamelKeys(renamed)).toEqual(object);
});
