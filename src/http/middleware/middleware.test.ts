import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { limitBody } from './body-limit.ts';
import { limitBodyStalls } from './body-stall-limit.ts';
import { canonicalPath } from './canonical-path.ts';
import { loggablePath, requestLog } from './request-log.server.ts';
import { securityHeaders } from './security-headers.ts';
import { discardUnreadBody } from './unread-body.ts';

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

  it('depend on the content type and do not override fields set by a handler', async () => {
    expect((await app.request('/page')).headers.get('x-type')).toMatch(/^text\/html/);
    expect((await app.request('/own')).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

describe('limitBody', () => {
  const app = new Hono()
    .use(limitBody(10))
    .post('/', async (context) => context.text(await context.req.text()));

  it('rejects a larger body, with or without a declared length', async () => {
    expect((await app.request('/', { method: 'POST', body: '0123456789a' })).status).toBe(413);
    const body = new Blob(['01234', '56789', 'abcde']).stream();
    // Required for a streamed body; the DOM types do not have it.
    const half = { duplex: 'half' };
    const chunked = new Request('http://site.example/', { method: 'POST', body, ...half });
    expect((await app.request(chunked)).status).toBe(413);
  });
});

describe('limitBodyStalls', () => {
  const app = new Hono().use(limitBodyStalls(1_000)).post('/', async ({ req, text }) => {
    // A parser reports a body that fails as malformed.
    const body = await req.text().catch(() => null);
    return body === null ? text('malformed', 400) : text(body);
  });
  app.onError((error, context) =>
    context.text(error.message, error instanceof DomainError && error.code === 'invalid' ? 400 : 408),
  );
  const send = (body: ReadableStream<Uint8Array>) => {
    // Required for a streamed body; the DOM types do not have it.
    const half = { duplex: 'half' };
    return app.request(new Request('http://site.example/', { method: 'POST', body, ...half }));
  };
  const text = (part: string) => new TextEncoder().encode(part);

  it('rejects a body that stalls, and cancels its stream', async () => {
    const left = Promise.withResolvers<unknown>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(text('0123')),
      cancel: (reason) => left.resolve(reason),
    });
    const answer = await send(body);
    expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
    expect(await left.promise).toMatchObject({ code: 'request_timeout' });
  });

  it('rejects a body that is cut off', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    });
    const answer = await send(body);
    expect([answer.status, await answer.text()]).toEqual([400, 'The request ended before it was complete.']);
  });
});

describe('discardUnreadBody', () => {
  it('does not wait for the end of a body that nobody reads', async () => {
    const refusing = new Hono()
      .use(discardUnreadBody(100))
      .post('/', (context) => context.text('refused', 403));
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.enqueue(new TextEncoder().encode('a'));
      },
    });
    // Required for a streamed body; the DOM types do not have it.
    const half = { duplex: 'half' };
    const answer = await refusing.request(
      new Request('http://site.example/', { method: 'POST', body, ...half }),
    );
    expect([answer.status, answer.headers.get('connection')]).toEqual([403, 'close']);
  });
});

describe('canonicalPath', () => {
  const findMovedTo = async (path: string, search: string) =>
    path === '/old' ? Promise.resolve(`/new${search}`) : null;
  const app = new Hono().use(canonicalPath(findMovedTo)).get('*', (context) => context.text('page'));

  it('redirects to the path without the trailing slash and keeps the query', async () => {
    const response = await app.request('http://site.example/articles/?page=2');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/articles?page=2']);
  });

  it('redirects once if the path without the slash has moved, unless the request changes something', async () => {
    const response = await app.request('/old/?page=2');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/new?page=2']);
    const post = await app.request('/old/', { method: 'POST' });
    expect([post.status, post.headers.get('location')]).toEqual([308, '/old']);
  });

  it.each(['//evil.example/', '/a//b', '/a%2fb', '/a%5c', '/%ff'])('rejects %s', async (path) => {
    const response = await app.request(new Request(`http://site.example${path}`));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});

describe('requestLog', () => {
  it('logs method, path and status, and nothing about the client', async () => {
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

  it('removes control characters and limits the length', () => {
    expect(loggablePath('/a%0d%0ab%1b[31m')).toBe('/ab[31m');
    expect(loggablePath('/a\u2028b\u0085c')).toBe('/abc');
    expect(loggablePath('/%zz')).toBe('/%zz');
    expect(loggablePath(`/${'é'.repeat(5_000)}`).length).toBe(200);
  });
});
