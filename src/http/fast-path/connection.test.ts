import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readBrowserHeaders } from '../../../bench/browser-headers.ts';
import { html } from '../page-cache/cache-under-test.ts';
import { type ClientConnection, sendRequest, get, site, titles, withoutDate } from './site-under-test.ts';

describe('the fast path answers', () => {
  it.each(readBrowserHeaders())('$browser: $request', async ({ fields }) => {
    // Otherwise one of the caches could have brotli before the other.
    const [fast, slow] = [await site({ brotli: false }), await site({ brotli: false, fastPath: false })];
    const etag =
      /etag: (.*)/.exec((await sendRequest(slow, get('/a', 'Accept-Encoding: gzip')))[0] ?? '')?.[1] ?? '';
    const headerLines = fields.map((field) => field.replaceAll('{host}', 'x').replace('{etag}', etag));
    const request = ['GET /a HTTP/1.1', ...headerLines, '', ''].join('\r\n');
    const connection = await fast.open();
    connection.send(request);
    await connection.responses(1);
    connection.send(request);
    const [expected = ''] = await sendRequest(slow, request);
    expect(await connection.responses(2)).toHaveLength(2);
    for (const answer of await connection.responses(2))
      expect(withoutDate(answer)).toBe(withoutDate(expected));
    expect(expected).toMatch(request.includes('If-None-Match') ? /^HTTP\/1\.1 304/ : /^HTTP\/1\.1 200/);
    expect([fast.httpRequests, fast.appRequests]).toEqual([[], []]);
  });

  it.each([[[]], [['If-None-Match: *']]])(
    'a request with Connection: close and %j, and closes the connection',
    async (more) => {
      const [fast, slow] = [await site(), await site({ fastPath: false })];
      const request = get('/a', 'Accept-Encoding: gzip', ...more, 'Connection: Close');
      const [actual, expected] = await Promise.all([fast, slow].map(untilClosed(request)));
      expect(withoutDate(actual)).toBe(withoutDate(expected));
      expect(actual).toMatch(/\r\nConnection: close\r\n\r\n/);
      expect(actual).not.toContain('Keep-Alive');
      expect(fast.httpRequests).toEqual([]);
    },
  );
});

describe('a connection returns to the fast path after', () => {
  const body = (length: number): string => 'x'.repeat(length);
  it.each([
    ['a page that is not stored', [get('/other')]],
    ['a range', [get('/a', 'Range: bytes=0-1')]],
    ['a head in two chunks', [get('/other').slice(0, 9), get('/other').slice(9)]],
    ['a form', [`POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b`]],
    ['a large form', ['POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n', body(500_000)]],
  ])('%s', async (_, chunks) => {
    const fast = await site();
    const connection = await fast.open();
    for (const chunk of chunks) {
      connection.send(chunk);
      await delay(20);
    }
    await connection.responses(1);
    const read = fast.httpRequests.length;
    expect(read).toBe(1);
    // The response arrives before node:http has emitted its close event.
    await delay(20);
    for (let count = 2; count < 5; count += 1) {
      connection.send(get('/a'));
      expect(titles(await connection.responses(count)).at(-1)).toBe('Page A');
    }
    connection.send(get('/other'));
    expect(titles(await connection.responses(5)).at(-1)).toBe('/other');
    expect(fast.httpRequests).toHaveLength(2);
  });
});

describe('a connection stays with node:http after', () => {
  it.each([
    [
      'a chunked body',
      'POST /other HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    ],
    ['an upgrade', get('/other', 'Connection: upgrade', 'Upgrade: h2c')],
    [
      'an expectation',
      'POST /other HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na',
    ],
    ['the start of another request', `${get('/other')}GET /other HT`],
  ])('%s, because only node:http can tell where the next request begins', async (_, chunk) => {
    const fast = await site();
    const connection = await fast.open();
    connection.send(chunk);
    await connection.responses(1);
    await delay(50);
    const read = fast.httpRequests.length;
    connection.send(chunk.endsWith('HT') ? `TP/1.1\r\nHost: x\r\n\r\n` : get('/a'));
    await expect.poll(() => fast.httpRequests.length, { timeout: 10_000 }).toBe(read + 1);
  });
});

describe('a memoized header block', () => {
  it('is not used for a different request', async () => {
    const fast = await site();
    const connection = await fast.open();
    const etag = /etag: (.*)/.exec((await sendRequest(fast, get('/a')))[0] ?? '')?.[1] ?? '';
    const exchange: [string, RegExp][] = [
      [get('/a', 'Accept-Encoding: gzip'), /^HTTP\/1\.1 200 [^]*content-encoding: gzip/],
      [get('/a', 'Accept-Encoding: gzip'), /^HTTP\/1\.1 200 [^]*content-encoding: gzip/],
      [get('/b', 'Accept-Encoding: gzip'), /^HTTP\/1\.1 200 [^]*content-encoding: gzip/],
      [get('/a', 'Accept-Encoding: gzi_'), /^HTTP\/1\.1 200 (?![^]*content-encoding)[^]*Page A/],
      [get('/a', `If-None-Match: ${etag}`), /^HTTP\/1\.1 304 /],
      [get('/a', `If-None-Match: ${etag.replace('"', '"x')}`), /^HTTP\/1\.1 200 [^]*Page A/],
      [get('/b', `If-None-Match: ${etag}`), /^HTTP\/1\.1 200 [^]*Page B/],
      [get('/a'), /^HTTP\/1\.1 200 [^]*Page A/],
      [get('/b'), /^HTTP\/1\.1 200 [^]*Page B/],
      [get('/a b'), /^HTTP\/1\.1 400 /],
    ];
    for (const [at, [request, expected]] of exchange.entries()) {
      connection.send(request);
      expect((await connection.responses(at + 1))[at]).toMatch(expected);
    }
  });
});

describe('limits', () => {
  it('passes heads that are too long or have too many fields to node:http', async () => {
    const [fast, slow] = [await site(), await site({ fastPath: false })];
    for (const length of [16_000, 16_300, 16_400, 20_000, 60_000]) {
      const request = get('/a', `X: ${'a'.repeat(length)}`, 'Connection: close');
      const [actual, expected] = await Promise.all([fast, slow].map(untilClosed(request)));
      expect(withoutDate(actual)).toBe(withoutDate(expected));
    }
    const many = get(
      '/a',
      ...Array.from({ length: 2_100 }, () => 'a:'),
      'If-None-Match: *',
      'Connection: close',
    );
    const [actual, expected] = await Promise.all([fast, slow].map(untilClosed(many)));
    expect(withoutDate(actual)).toBe(withoutDate(expected));
  });

  it('applies the first-byte timeout only to connections without a request', async () => {
    const fast = await site({ limits: { firstByteTimeout: 3_000, idleTimeout: 60_000 } });
    const connection = await openUsed(fast.open());
    const unused = await fast.open();
    expect(await unused.untilClosed()).toBe('');
    connection.send(get('/b'));
    expect(titles(await connection.responses(2))).toEqual(['Page A', 'Page B']);
  });

  it.each([
    ['one after the other', Array.from({ length: 5 }, () => get('/big'))],
    ['in one chunk', [get('/big').repeat(5)]],
    ['that the application answers', Array.from({ length: 5 }, () => get('/big?'))],
  ])('closes the connection of a client that sends requests %s and reads no response', async (_, chunks) => {
    const fast = await site({ limits: { idleTimeout: 300, inactivityTimeout: 300 } });
    const body = new Uint8Array(4_000_000);
    const big = { ...html('Big'), headers: { 'content-type': 'image/png' }, body };
    await fast.cache.respond('/big', new Request('http://x/big'), () => Promise.resolve(big));
    const connection = await fast.open();
    connection.socket.pause();
    for (const chunk of chunks) {
      connection.send(chunk);
      await delay(5);
    }
    await expect.poll(() => fast.connections(), { timeout: 30_000 }).toBe(0);
  });

  it('closes the oldest idle connection for a new one at the connection limit', async () => {
    const fast = await site({ limits: { maxConnections: 3 } });
    const busy = await openUsed(fast.open());
    const [oldest, newer] = [await openUsed(fast.open()), await openUsed(fast.open())];
    busy.send(get('/slow'));
    await delay(10);
    const newest = await openUsed(fast.open());
    expect(titles(await busy.responses(2))).toEqual(['Page A', '/slow']);
    expect(await oldest.untilClosed()).toContain('Page A');
    for (const connection of [newer, newest]) {
      connection.send(get('/b'));
      expect(titles(await connection.responses(2))).toEqual(['Page A', 'Page B']);
    }
    expect(await fast.connections()).toBe(3);
  });

  it('closes a new connection when all others are busy', async () => {
    const fast = await site({ limits: { maxConnections: 2 } });
    const connections = [await fast.open(), await fast.open()];
    for (const connection of connections)
      connection.send('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab');
    await expect.poll(() => fast.appRequests.length).toBe(2);
    expect(await (await fast.open()).untilClosed()).toBe('');
    for (const connection of connections) {
      connection.send('cde');
      expect((await connection.responses(1))[0]).toContain('app abcde');
    }
  });
});

const untilClosed =
  (request: string) =>
  async (target: { open(): Promise<ClientConnection> }): Promise<string> => {
    const connection = await target.open();
    connection.send(request);
    return connection.untilClosed();
  };

async function openUsed(opening: Promise<ClientConnection>): Promise<ClientConnection> {
  const connection = await opening;
  connection.send(get('/a'));
  await connection.responses(1);
  return connection;
}
