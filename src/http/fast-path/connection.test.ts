import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readBrowserHeaders } from '../../../bench/browser-headers.ts';
import { html } from '../page-cache/cache-under-test.ts';
import type { Line } from './site-under-test.ts';
import { ask, get, site, titles, withoutDate } from './site-under-test.ts';

describe('the fast path answers', () => {
  it.each(readBrowserHeaders())('$browser: $request', async ({ fields }) => {
    const [fast, slow] = [await site(), await site({ fastPath: false })];
    const etag = /etag: (.*)/.exec((await ask(slow, get('/a', 'Accept-Encoding: gzip')))[0] ?? '')?.[1] ?? '';
    const lines = fields.map((field) => field.replaceAll('{host}', 'x').replace('{etag}', etag));
    const request = ['GET /a HTTP/1.1', ...lines, '', ''].join('\r\n');
    const line = await fast.open();
    line.send(request);
    await line.answers(1);
    line.send(request);
    const [expected = ''] = await ask(slow, request);
    expect(await line.answers(2)).toHaveLength(2);
    for (const answer of await line.answers(2)) expect(withoutDate(answer)).toBe(withoutDate(expected));
    expect(expected).toMatch(request.includes('If-None-Match') ? /^HTTP\/1\.1 304/ : /^HTTP\/1\.1 200/);
    expect([fast.readByHttp, fast.asked]).toEqual([[], []]);
  });

  it.each([[[]], [['If-None-Match: *']]])(
    'a client that wants to close, with %j, and closes',
    async (more) => {
      const [fast, slow] = [await site(), await site({ fastPath: false })];
      const request = get('/a', 'Accept-Encoding: gzip', ...more, 'Connection: Close');
      const [mine, theirs] = await Promise.all([fast, slow].map(untilClosed(request)));
      expect(withoutDate(mine)).toBe(withoutDate(theirs));
      expect(mine).toMatch(/\r\nConnection: close\r\n\r\n/);
      expect(mine).not.toContain('Keep-Alive');
      expect(fast.readByHttp).toEqual([]);
    },
  );

  it('what was not changed after a date, which no page has', async () => {
    const fast = await site();
    const [answer] = await ask(fast, get('/a', 'If-Modified-Since: Sun, 05 Jan 2025 00:00:00 GMT'));
    expect(titles([answer ?? ''])).toEqual(['Page A']);
    expect(fast.readByHttp).toEqual([]);
  });

  it('nothing behind the last request of a connection', async () => {
    const fast = await site();
    const line = await fast.open();
    line.send(get('/a', 'Connection: close'));
    line.send(get('/form'));
    expect(titles([await line.untilClosed()])).toEqual(['Page A']);
    expect(fast.asked).toEqual([]);
  });
});

describe('a connection returns to the fast path after', () => {
  const body = (length: number): string => 'x'.repeat(length);
  it.each([
    ['a page that is not stored', [get('/other')]],
    ['a range', [get('/a', 'Range: bytes=0-1')]],
    ['a head in pieces', [get('/other').slice(0, 9), get('/other').slice(9)]],
    ['a form', [`POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b`]],
    ['a large form', ['POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n', body(500_000)]],
  ])('%s', async (_, chunks) => {
    const fast = await site();
    const line = await fast.open();
    for (const chunk of chunks) {
      line.send(chunk);
      await delay(20);
    }
    await line.answers(1);
    const read = fast.readByHttp.length;
    expect(read).toBe(1);
    // the response is there a moment before node:http is done with it
    await delay(20);
    for (let count = 2; count < 5; count += 1) {
      line.send(get('/a'));
      expect(titles(await line.answers(count)).at(-1)).toBe('Page A');
    }
    line.send(get('/other'));
    expect(titles(await line.answers(5)).at(-1)).toBe('/other');
    expect(fast.readByHttp).toHaveLength(2);
  });

  it('HEAD', async () => {
    const fast = await site();
    const line = await fast.open();
    line.send('HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(50);
    line.send(get('/a', 'Connection: close'));
    expect((await line.untilClosed()).split('HTTP/1.1 200 OK')).toHaveLength(3);
    expect(fast.readByHttp).toEqual(['/a']);
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
    ['requests in one piece', get('/other') + get('/other')],
    ['the beginning of another request', `${get('/other')}GET /other HT`],
  ])('%s, where nobody but node:http can tell what comes next', async (_, chunk) => {
    const fast = await site();
    const line = await fast.open();
    line.send(chunk);
    await line.answers(1);
    await delay(50);
    const read = fast.readByHttp.length;
    line.send(chunk.endsWith('HT') ? `TP/1.1\r\nHost: x\r\n\r\n` : get('/a'));
    await expect.poll(() => fast.readByHttp.length, { timeout: 10_000 }).toBe(read + 1);
  });
});

describe('a remembered header block', () => {
  it('never answers for another one', async () => {
    const fast = await site();
    const line = await fast.open();
    const etag = /etag: (.*)/.exec((await ask(fast, get('/a')))[0] ?? '')?.[1] ?? '';
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
      line.send(request);
      expect((await line.answers(at + 1))[at]).toMatch(expected);
    }
  });
});

describe('limits', () => {
  it('leaves heads that are too long, or have too many fields, to node:http', async () => {
    const [fast, slow] = [await site(), await site({ fastPath: false })];
    for (const length of [16_000, 16_300, 16_400, 20_000, 60_000]) {
      const request = get('/a', `X: ${'a'.repeat(length)}`, 'Connection: close');
      const [mine, theirs] = await Promise.all([fast, slow].map(untilClosed(request)));
      expect(withoutDate(mine)).toBe(withoutDate(theirs));
    }
    const many = get(
      '/a',
      ...Array.from({ length: 2_100 }, () => 'a:'),
      'If-None-Match: *',
      'Connection: close',
    );
    const [mine, theirs] = await Promise.all([fast, slow].map(untilClosed(many)));
    expect(withoutDate(mine)).toBe(withoutDate(theirs));
  });

  it('closes a connection that was never used, and keeps one that was', async () => {
    const fast = await site({ limits: { firstByteTimeout: 100, idleTimeout: 60_000 } });
    const line = await used(fast.open());
    const unused = await fast.open();
    expect(await unused.untilClosed()).toBe('');
    line.send(get('/b'));
    expect(titles(await line.answers(2))).toEqual(['Page A', 'Page B']);
  });

  it.each([[get('/a')], [get('/other')]])('closes an idle connection after %j', async (request) => {
    const fast = await site({ limits: { firstByteTimeout: 60_000, idleTimeout: 100 } });
    const line = await fast.open();
    line.send(request);
    expect(titles([await line.untilClosed()])).toHaveLength(1);
  });

  it.each([
    ['one after the other', Array.from({ length: 5 }, () => get('/big'))],
    ['in one piece', [get('/big').repeat(5)]],
    ['that the application answers', Array.from({ length: 5 }, () => get('/big?'))],
  ])('closes a client that sends requests %s, and reads nothing', async (_, chunks) => {
    const fast = await site({ limits: { idleTimeout: 300, inactivityTimeout: 300 } });
    const body = new Uint8Array(4_000_000);
    const big = { ...html('Big'), headers: { 'content-type': 'image/png' }, body };
    await fast.cache.respond('/big', new Request('http://x/big'), () => Promise.resolve(big));
    const line = await fast.open();
    line.socket.pause();
    for (const chunk of chunks) {
      line.send(chunk);
      await delay(5);
    }
    await expect.poll(() => fast.connections(), { timeout: 30_000 }).toBe(0);
  });

  it('lets the oldest idle connection make room for a new one', async () => {
    const fast = await site({ limits: { maxConnections: 3 } });
    const working = await used(fast.open());
    const [oldest, younger] = [await used(fast.open()), await used(fast.open())];
    working.send(get('/slow'));
    await delay(10);
    const newest = await used(fast.open());
    expect(titles(await working.answers(2))).toEqual(['Page A', '/slow']);
    expect(await oldest.untilClosed()).toContain('Page A');
    for (const line of [younger, newest]) {
      line.send(get('/b'));
      expect(titles(await line.answers(2))).toEqual(['Page A', 'Page B']);
    }
    expect(await fast.connections()).toBe(3);
  });

  it('closes a new connection when all others are at work', async () => {
    const fast = await site({ limits: { maxConnections: 2 } });
    const lines = [await fast.open(), await fast.open()];
    for (const line of lines) line.send('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab');
    await expect.poll(() => fast.asked.length).toBe(2);
    expect(await (await fast.open()).untilClosed()).toBe('');
    for (const line of lines) {
      line.send('cde');
      expect((await line.answers(1))[0]).toContain('app abcde');
    }
  });
});

const untilClosed =
  (request: string) =>
  async (asked: { open(): Promise<Line> }): Promise<string> => {
    const line = await asked.open();
    line.send(request);
    return line.untilClosed();
  };

async function used(opening: Promise<Line>): Promise<Line> {
  const line = await opening;
  line.send(get('/a'));
  await line.answers(1);
  return line;
}
