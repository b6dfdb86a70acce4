import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { html } from '../page-cache/cache-under-test.ts';
import { ask, get, site, titles, withoutDate } from './site-under-test.ts';

describe('the fast path', () => {
  it('answers byte for byte as node:http does', async () => {
    const [fast, slow] = [await site(), await site({ fastPath: false })];
    const etag = /etag: (.*)/.exec((await ask(fast, get('/a')))[0] ?? '')?.[1] ?? '';
    for (const request of [
      get('/a'),
      get('/a', 'Accept-Encoding: gzip'),
      get('/a', 'Accept-Encoding: gzip;q=0.5, identity'),
      get('/a', `If-None-Match: ${etag}`),
      get('/a', 'If-None-Match: *', 'Accept-Encoding: gzip'),
    ]) {
      const [mine, theirs] = [await ask(fast, request), await ask(slow, request)];
      expect(withoutDate(mine[0])).toBe(withoutDate(theirs[0]));
    }
    expect([fast.asked, slow.asked]).toEqual([[], []]);
  });

  it('tells the time', async () => {
    const open = await site();
    const before = Date.now();
    const [answer] = await ask(open, get('/a'));
    const date = new Date(/Date: (.*)/.exec(answer ?? '')?.[1] ?? 0).getTime();
    expect(date).toBeGreaterThan(before - 5_000);
    expect(date).toBeLessThanOrEqual(Date.now());
  });

  it('answers one request after the other on one connection', async () => {
    const line = await (await site()).open();
    for (let i = 1; i <= 20; i += 1) {
      line.send(get(i % 2 === 0 ? '/a' : '/b'));
      expect(titles(await line.answers(i)).at(-1)).toBe(i % 2 === 0 ? 'Page A' : 'Page B');
    }
  });

  it('keeps the order of requests sent together', async () => {
    const { open: openLine, asked } = await site();
    const line = await openLine();
    line.send(get('/a') + get('/slow') + get('/b') + get('/other') + get('/a'));
    expect(titles(await line.answers(5))).toEqual(['Page A', '/slow', 'Page B', '/other', 'Page A']);
    expect(asked).toEqual(['GET /slow', 'GET /other']);
  });

  it('keeps the order when a connection changes hands in between', async () => {
    const line = await (await site()).open();
    for (const path of ['/a', '/slow', '/b', '/a', '/other']) {
      line.send(get(path));
      await delay(5);
    }
    expect(titles(await line.answers(5))).toEqual(['Page A', '/slow', 'Page B', 'Page A', '/other']);
  });

  it('loses nothing of a request that comes in pieces, or of a body', async () => {
    const { open: openLine, asked } = await site();
    for (const cut of [1, 4, 10, 20, 30]) {
      const line = await openLine();
      const request = get('/a', 'Accept: text/html');
      line.send(request.slice(0, cut));
      await delay(10);
      line.send(request.slice(cut));
      expect(titles(await line.answers(1))).toEqual(['Page A']);
    }
    const line = await openLine();
    line.send(get('/a'));
    await line.answers(1);
    line.send('POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234');
    await delay(10);
    line.send(`56789${get('/b')}`);
    const answers = await line.answers(3);
    expect(titles(answers)).toEqual(['Page A', '/form', 'Page B']);
    expect(answers[1]).toContain('app 0123456789');
    expect(asked).toEqual(['POST /form']);
  });

  it('hands HEAD and the wish to close over', async () => {
    const { open: openLine } = await site();
    const line = await openLine();
    line.send('HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [head] = await Promise.all([
      firstText(line.socket),
      new Promise((done) => line.socket.once('end', done)),
    ]);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK[^]*Connection: close\r\n\r\n$/);
  });

  it.each([
    ['a bare line feed', 'GET /a HTTP/1.1\nHost: x\n\n'],
    ['a space before the colon', get('/a', 'Content-Length : 5')],
    ['no host', 'GET /a HTTP/1.1\r\n\r\n'],
    ['a length and chunks', get('/a', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['a carriage return in a value', get('/a', 'X: a\rb')],
    ['nonsense', 'nonsense\r\n\r\n'],
  ])('leaves it to node:http to refuse %s', async (_, request) => {
    const line = await (await site()).open();
    line.send(request + get('/b'));
    expect(titles(await line.answers(1))[0]).toBe('400');
  });

  it('does not serve what was taken down', async () => {
    const { open: openLine, cache, asked } = await site();
    const line = await openLine();
    line.send(get('/a'));
    await line.answers(1);
    cache.drop(['/a']);
    line.send(get('/a'));
    expect(titles(await line.answers(2))).toEqual(['Page A', '/a']);
    expect(asked).toEqual(['GET /a']);
  });

  it('waits for a client that reads slowly, and forgets nothing', async () => {
    const { open: openLine, cache } = await site();
    const big = { ...html('Big'), headers: { 'content-type': 'image/png' }, body: new Uint8Array(2_000_000) };
    await cache.respond('/big', new Request('http://x/big'), () => Promise.resolve(big));
    const line = await openLine();
    line.socket.pause();
    for (let i = 0; i < 10; i += 1) {
      line.send(get('/big'));
      await delay(3);
    }
    await delay(50);
    line.socket.resume();
    expect((await line.answers(10)).length).toBe(10);
  });

  it('answers a client that has nothing more to say', async () => {
    const line = await (await site()).open();
    line.socket.end(get('/a'));
    expect(titles(await line.answers(1))).toEqual(['Page A']);
  });

  it('does not keep the server from closing', async () => {
    const { open: openLine, close } = await site();
    const line = await openLine();
    line.send(get('/a'));
    await line.answers(1);
    // Far longer than a test may take: it ends because nothing keeps it, not because its time is over.
    expect(await close(600_000).then(() => 'closed')).toBe('closed');
  });

  it('survives clients that vanish', async () => {
    const { open: openLine } = await site();
    for (let i = 0; i < 20; i += 1) {
      const line = await openLine();
      line.send(get('/a'));
      line.socket.resetAndDestroy();
    }
    const line = await openLine();
    line.send(get('/b'));
    expect(titles(await line.answers(1))).toEqual(['Page B']);
  });

  it('cannot be made to send header fields of somebody else', async () => {
    const { cache } = await site();
    const moved = { status: 301, headers: { location: '/a\r\nSet-Cookie: a=1' }, body: '', tags: [] };
    const response = await cache.respond('/moved', new Request('http://x/moved'), () =>
      Promise.resolve(moved),
    );
    expect(response.status).toBe(503);
  });
});

function firstText(socket: Socket): Promise<string> {
  return new Promise((done) => socket.once('data', (text: string) => done(text)));
}
