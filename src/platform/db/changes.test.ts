import { expect, test } from 'vitest';
import { decodeChanges, purgeChange, encodeChanges, separateChanges } from './changes.server.ts';

const roundTrip = (tags: string[]) =>
  encodeChanges('a', tags).flatMap((payload) => decodeChanges(payload, 'b'));

test('tags are encoded in messages small enough for NOTIFY', () => {
  const tags = Array.from({ length: 400 }, (_, index) => `section:ü-${'x'.repeat(50)}-${index}`);
  const payloads = encodeChanges('a'.repeat(36), tags);
  expect(payloads.length).toBeGreaterThan(1);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(roundTrip(tags)).toEqual(tags);
  expect(encodeChanges('a', [])).toEqual([]);
});

test('too many tags are replaced by `*`, which is purged if one of them was', () => {
  const tags = Array.from({ length: 501 }, (_, index) => `article:${index}`);
  expect(roundTrip(tags)).toEqual(['*']);
  expect(roundTrip(['x'.repeat(9000)])).toEqual(['*']);
  expect(separateChanges(roundTrip([...tags, purgeChange('list')]))).toEqual({
    invalidated: [],
    purged: ['*'],
  });
});

test('an own message is ignored, and an invalid one is decoded as `*`', () => {
  const [payload = ''] = encodeChanges('me', ['list']);
  expect(decodeChanges(payload, 'me')).toEqual([]);
  expect(decodeChanges('', 'me')).toEqual(['*']);
  expect(decodeChanges('{"from":"you"}', 'me')).toEqual(['*']);
});
