import { expect, test, vi } from 'vitest';
import { silentLog } from '#platform/log.server.ts';
import { decodeChanges, dropped, encodeChanges, Listeners, separateChanges } from './changes.server.ts';

const roundTrip = (tags: string[]) =>
  encodeChanges('a', tags).flatMap((payload) => decodeChanges(payload, 'b'));

test('tags travel in messages small enough for NOTIFY', () => {
  const tags = Array.from({ length: 400 }, (_, index) => `section:ü-${'x'.repeat(50)}-${index}`);
  const payloads = encodeChanges('a'.repeat(36), tags);
  expect(payloads.length).toBeGreaterThan(1);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(roundTrip(tags)).toEqual(tags);
  expect(encodeChanges('a', [])).toEqual([]);
});

test('too many of them become everything, and everything is gone if one of them was', () => {
  const tags = Array.from({ length: 501 }, (_, index) => `article:${index}`);
  expect(roundTrip(tags)).toEqual(['*']);
  expect(roundTrip(['x'.repeat(9000)])).toEqual(['*']);
  expect(separateChanges(roundTrip([...tags, dropped('list')]))).toEqual({ touched: [], dropped: ['*'] });
});

test('one’s own message is ignored, one that cannot be read means everything', () => {
  const [payload = ''] = encodeChanges('me', ['list']);
  expect(decodeChanges(payload, 'me')).toEqual([]);
  expect(decodeChanges('', 'me')).toEqual(['*']);
  expect(decodeChanges('{"from":"you"}', 'me')).toEqual(['*']);
});

test('every listener hears until it leaves, also when another one fails', () => {
  const listeners = new Listeners(silentLog);
  const heard = vi.fn<(tags: readonly string[]) => void>();
  listeners.add(() => {
    throw new Error('a broken listener');
  });
  const leave = listeners.add(heard);
  listeners.tell(['list']);
  listeners.tell([]);
  leave();
  listeners.tell(['site']);
  expect(heard.mock.calls).toEqual([[['list']]]);
});
