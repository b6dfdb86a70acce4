import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { limitBody } from './body-limit.ts';
import { limitBodyStalls } from './body-stall-limit.ts';
import { canonicalPath } from './canonical-path.ts';
import { readOnly } from './method-guard.ts';
import { loggablePath, requestLog } from './request-log.server.ts';
import { securityHeaders } from './security-headers.ts';

describe('securityHeaders', () => {
  const headersFor = (type: string) => ({
    'x-frame-options': 'DENY',
    ...(type === '' ? {} : { 'x-type': type }),
  });
  const app = new Hono()
    .use(securityHeaders(headersFor))
    .get('/page', (context) => context.html('<p>'))
    .get('/own', (context) => context.text('', 200, { 'x-frame-options': 'SAMEORIGIN' }))
    .get('/moved', (context) => context.redirect('/page', 301))
    .get('/same', (context) => context.body(null, 304))
    .get('/broken', () => {
      throw new Error('no');
    })
    .onError((_, context) => context.text('Sorry', 500));

  it.each(['/page', '/moved', '/same', '/broken', '/missing'])('are on %s', async (path) => {
    expect((await app.request(path)).headers.get('x-frame-options')).toBe('DENY');
  });

  it('depend on the type and give way to what a handler set', async () => {
    expect((await app.request('/page')).headers.get('x-type')).toMatch(/^text\/html/);
    expect((await app.request('/own')).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

describe('readOnly', () => {
  const app = new Hono().use(readOnly()).get('/page', (context) => context.text('read'));

  it('lets reading through', async () => {
    expect((await app.request('/page')).status).toBe(200);
    expect((await app.request('/page', { method: 'HEAD' })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers 405 to %s', async (method) => {
    const response = await app.request('/page', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('limitBody', () => {
  const app = new Hono()
    .use(limitBody(10))
    .post('/', async (context) => context.text(await context.req.text()));

  it('takes what is small enough', async () => {
    expect(await (await app.request('/', { method: 'POST', body: '0123456789' })).text()).toBe('0123456789');
  });

  it('refuses more, declared or not', async () => {
    expect((await app.request('/', { method: 'POST', body: '0123456789a' })).status).toBe(413);
    const body = new Blob(['01234', '56789', 'abcde']).stream();
    // needed for a streamed body, and unknown to the DOM's types
    const half = { duplex: 'half' };
    const chunked = new Request('http://site.example/', { method: 'POST', body, ...half });
    expect((await app.request(chunked)).status).toBe(413);
  });
});

describe('limitBodyStalls', () => {
  const app = new Hono().use(limitBodyStalls(1_000)).post('/', async ({ req, text }) => {
    // What a parser does with a body that fails: it calls it malformed.
    const body = await req.text().catch(() => null);
    return body === null ? text('malformed', 400) : text(body);
  });
  app.onError((error, context) =>
    context.text(error.message, error instanceof Refusal && error.code === 'invalid' ? 400 : 408),
  );
  const send = (body: ReadableStream<Uint8Array>) => {
    // needed for a streamed body, and unknown to the DOM's types
    const half = { duplex: 'half' };
    return app.request(new Request('http://site.example/', { method: 'POST', body, ...half }));
  };
  const text = (part: string) => new TextEncoder().encode(part);

  it('passes a body on that arrives in pieces, however long all of them take', async () => {
    const pieces = ['0123', '4567', '89'];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(text(piece));
      },
    });
    const answer = await send(body);
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  });

  it('refuses one that stalls, and lets go of it', async () => {
    const left = Promise.withResolvers<unknown>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(text('0123')),
      cancel: (reason) => left.resolve(reason),
    });
    const answer = await send(body);
    expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
    expect(await left.promise).toMatchObject({ code: 'request_timeout' });
  });

  it('calls one that breaks off incomplete', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    });
    const answer = await send(body);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'The request broke off before it was complete.',
    ]);
  });
});

describe('canonicalPath', () => {
  const app = new Hono().use(canonicalPath()).get('*', (context) => context.text('page'));

  it('leads to the address without the slash at the end, query kept', async () => {
    const response = await app.request('http://site.example/articles/?page=2');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/articles?page=2']);
  });

  it('leaves the home page and plain addresses alone', async () => {
    expect((await app.request('/')).status).toBe(200);
    expect((await app.request('/articles?page=2')).status).toBe(200);
  });

  it.each(['//evil.example/', '/a//b', '/a%2fb', '/a%5c', '/%ff'])('refuses %s', async (path) => {
    const response = await app.request(new Request(`http://site.example${path}`));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});

describe('requestLog', () => {
  it('says what was asked and answered, and nothing about who asked', async () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => void lines.push(line));
    const app = new Hono().use(requestLog(log)).get('/search', (context) => context.text('found'));
    await app.request('/search?q=secret', {
      headers: { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer abc' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/search', status: 200 });
    expect(lines[0]).not.toMatch(/secret|203\.0|abc/);
  });

  it('cannot be made to write other lines or long ones', () => {
    expect(loggablePath('/a%0d%0ab%1b[31m')).toBe('/ab[31m');
    expect(loggablePath('/a\u2028b\u0085c')).toBe('/abc');
    expect(loggablePath('/%zz')).toBe('/%zz');
    expect(loggablePath(`/${'é'.repeat(5_000)}`).length).toBe(200);
  });
});
