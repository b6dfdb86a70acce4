import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { html } from '../page-cache/cache-under-test.ts';
import { get, site, titles } from './site-under-test.ts';

describe('the fast path', () => {
  it('answers pipelined requests in order', async () => {
    const { open, appRequests } = await site();
    const connection = await open();
    connection.send(get('/a') + get('/slow') + get('/b') + get('/other') + get('/a'));
    expect(titles(await connection.responses(5))).toEqual(['Page A', '/slow', 'Page B', '/other', 'Page A']);
    expect(appRequests).toEqual(['GET /slow', 'GET /other']);
  });

  it('handles a request head and a body that arrive in several chunks', async () => {
    const { open, appRequests } = await site();
    for (const cut of [1, 4, 10, 20, 30]) {
      const connection = await open();
      const request = get('/a', 'Accept: text/html');
      connection.send(request.slice(0, cut));
      await delay(10);
      connection.send(request.slice(cut));
      expect(titles(await connection.responses(1))).toEqual(['Page A']);
    }
    const connection = await open();
    connection.send(get('/a'));
    await connection.responses(1);
    connection.send('POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234');
    await delay(10);
    connection.send(`56789${get('/b')}`);
    const answers = await connection.responses(3);
    expect(titles(answers)).toEqual(['Page A', '/form', 'Page B']);
    expect(answers[1]).toContain('app 0123456789');
    expect(appRequests).toEqual(['POST /form']);
  });

  it.each([
    ['a bare connection feed', 'GET /a HTTP/1.1\nHost: x\n\n'],
    ['a space before the colon', get('/a', 'Content-Length : 5')],
    ['no host', 'GET /a HTTP/1.1\r\n\r\n'],
    ['a length and chunks', get('/a', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['a carriage return in a value', get('/a', 'X: a\rb')],
    ['nonsense', 'nonsense\r\n\r\n'],
  ])('lets node:http reject %s', async (_, request) => {
    const connection = await (await site()).open();
    connection.send(request + get('/b'));
    expect(titles(await connection.responses(1))[0]).toBe('400');
  });

  it('does not serve a purged page', async () => {
    const { open, cache, appRequests } = await site();
    const connection = await open();
    connection.send(get('/a'));
    await connection.responses(1);
    cache.purge(['/a']);
    connection.send(get('/a'));
    expect(titles(await connection.responses(2))).toEqual(['Page A', '/a']);
    expect(appRequests).toEqual(['GET /a']);
  });

  it('sends every response to a client that reads slowly', async () => {
    const { open, cache } = await site();
    const big = { ...html('Big'), headers: { 'content-type': 'image/png' }, body: new Uint8Array(2_000_000) };
    await cache.respond('/big', new Request('http://x/big'), () => Promise.resolve(big));
    const connection = await open();
    connection.socket.pause();
    for (let i = 0; i < 10; i += 1) {
      connection.send(get('/big'));
      await delay(3);
    }
    await delay(50);
    connection.socket.resume();
    expect((await connection.responses(10)).length).toBe(10);
  });

  it('does not prevent the server from closing', async () => {
    const { open, close } = await site();
    const connection = await open();
    connection.send(get('/a'));
    await connection.responses(1);
    // Far longer than the test timeout: the close ends because no connection is left, not because of its own timeout.
    expect(await close(600_000).then(() => 'closed')).toBe('closed');
  });

  it('does not send a header value with a connection break', async () => {
    const { cache } = await site();
    const moved = { status: 301, headers: { location: '/a\r\nSet-Cookie: a=1' }, body: '', tags: [] };
    const response = await cache.respond('/moved', new Request('http://x/moved'), () =>
      Promise.resolve(moved),
    );
    expect(response.status).toBe(503);
  });
});
