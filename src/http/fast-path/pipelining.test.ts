import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { html } from '../page-cache/cache-under-test.ts';
import { get, site, titles } from './site-under-test.ts';

const MANY = 1_400;
/** After it, nobody but node:http can tell where a request begins. */
const CHUNKED = 'POST /chunked HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';

/** Waits until the number stays the same, because nothing announces that a server does nothing more. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; before !== count(); await delay(100)) before = count();
  return count();
}

test.each([
  ['one request of many at a time reaches the application', '', 1],
  ['a limited number if the length of an earlier one is ambiguous', CHUNKED, 40],
])('without a reader, %s', async (_, before, limit) => {
  const { open, appRequests, httpRequests } = await site();
  const { socket, send } = await open();
  socket.pause();
  send(before + get('/big').repeat(MANY));
  // Parts of two responses of 4 MB may be in buffers of the operating system.
  expect(await settled(() => httpRequests.length)).toBeLessThanOrEqual(limit + 3);
  expect(appRequests.length).toBeLessThanOrEqual(limit + 3);
});

test('without a reader, few stored pages are looked up and sent', async () => {
  const { open, cache } = await site();
  const big = { ...html('Big'), headers: { 'content-type': 'image/png' }, body: new Uint8Array(4_000_000) };
  await cache.respond('/stored', new Request('http://x/stored'), () => Promise.resolve(big));
  const find = vi.spyOn(cache, 'find');
  const { socket, send } = await open();
  socket.pause();
  send(get('/stored').repeat(MANY));
  expect(await settled(() => find.mock.calls.length)).toBeLessThanOrEqual(4);
});

test.each([
  ['stored', [get('/a'), get('/b')], ['Page A', 'Page B']],
  ['not stored', [get('/slow'), get('/other')], ['/slow', '/other']],
  [
    'mixed, also with bodies',
    [get('/a'), `POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b`],
    ['Page A', '/form'],
  ],
])('a reader gets the responses of many requests in their order: %s', async (_, requests, expected) => {
  const { open } = await site();
  const { send, responses } = await open();
  const rounds = 30;
  // Not at the boundaries of requests.
  const text = requests.join('').repeat(rounds);
  for (let start = 0; start < text.length; start += 333) send(text.slice(start, start + 333));
  expect(titles(await responses(2 * rounds))).toEqual(Array.from({ length: rounds }, () => expected).flat());
});

test.each(['/a', '/other'])('a valid request before a malformed one is answered: %s', async (path) => {
  const { open } = await site();
  const { send, untilClosed } = await open();
  send(`${get(path)}GET /b HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n`);
  expect((await untilClosed()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

/** Large responses in between, so that node:http pauses the socket in the middle of what was sent. */
test.each([
  ['small requests after a chunked body', CHUNKED + get('/other').repeat(20), 21],
  [
    'large responses after a chunked body',
    CHUNKED + get('/big').repeat(3) + get('/a', `Cookie: ${'c'.repeat(2_000)}`),
    5,
  ],
  ['expectations that are not known', get('/a', 'Expect: y').repeat(600), 600],
])('node:http gets no bytes that it does not expect: %s', async (_, text, count) => {
  const { open } = await site();
  const { socket, send, responses } = await open();
  socket.pause();
  send(text);
  await delay(100);
  socket.resume();
  expect(await responses(count)).toHaveLength(count);
  const again = await open();
  again.send(get('/a'));
  expect(titles(await again.responses(1))).toEqual(['Page A']);
});
