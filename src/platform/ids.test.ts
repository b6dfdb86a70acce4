import { expect, test } from 'vitest';
import { uuidv7 } from './ids.ts';

test('ids have the shape of a version 7 UUID and carry their time', () => {
  const id = uuidv7(Date.UTC(2040, 0, 5));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2040, 0, 5));
});

test('ids made later sort later, also within a millisecond and when the clock steps back', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => uuidv7(index === 10_000 ? 1 : undefined));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
