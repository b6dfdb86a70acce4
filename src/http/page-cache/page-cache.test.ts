import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { cacheUnderTest, get, html, source, titleOf } from './cache-under-test.ts';

describe('a stored page', () => {
  it('has Content-Type, Cache-Control, Vary and an entity tag', async () => {
    const { cache } = cacheUnderTest({ headersFor: () => ({ 'x-content-type-options': 'nosniff' }) });
    const { headers } = await cache.respond('/a', get(), source('Rain').render);
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400',
      'content-length': expect.stringMatching(/^\d+$/),
      'content-type': 'text/html; charset=utf-8',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is available as gzip at once and as brotli soon after, with different entity tags', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Rain');
    const request = get({ 'accept-encoding': 'gzip, br' });
    const gzip = await cache.respond('/a', request, page.render);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    const gzipBody = gunzipSync(await gzip.arrayBuffer()).toString();
    const brotli = await vi.waitFor(async () => {
      const response = await cache.respond('/a', request, page.render);
      expect(response.headers.get('content-encoding')).toBe('br');
      return response;
    }, 10_000);
    const body = await brotli.arrayBuffer();
    expect(brotliDecompressSync(body).toString()).toBe(gzipBody);
    expect(brotli.headers.get('content-length')).toBe(String(body.byteLength));
    expect(brotli.headers.get('etag')).not.toBe(gzip.headers.get('etag'));
    expect(page.count).toBe(1);
  });

  it('is answered with 304 when the client has any acceptable representation of it', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Rain');
    const gzip = await cache.respond('/a', get({ 'accept-encoding': 'gzip' }), page.render);
    const etag = gzip.headers.get('etag') ?? '';
    await vi.waitFor(async () => {
      const response = await cache.respond('/a', get({ 'accept-encoding': 'br' }), page.render);
      expect(response.headers.get('content-encoding')).toBe('br');
    }, 10_000);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = get({ 'accept-encoding': 'br, gzip', 'if-none-match': condition });
      const response = await cache.respond('/a', again, page.render);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('cache-control')).not.toBeNull();
      expect(response.headers.has('content-type')).toBe(false);
      expect(response.headers.has('content-length')).toBe(false);
    }
    expect((await cache.respond('/a', get({ 'if-none-match': '*' }), page.render)).status).toBe(304);
    // A client that accepts only identity must not get 304 for the entity tag of the gzip representation.
    expect((await cache.respond('/a', get({ 'if-none-match': etag }), page.render)).status).toBe(200);
  });

  it('stays within the memory limit', async () => {
    const { cache } = cacheUnderTest({ maxBytes: 100_000 });
    for (let i = 0; i < 200; i += 1) await cache.respond(`/${i}`, get(), source(`Page ${i}`).render);
    expect(cache.stats().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.stats().pages).toBeGreaterThan(5);
  });
});

describe('responses that are not stored', () => {
  it.each([500, 503])('a render with status %i is a failure', async (status) => {
    const { cache } = cacheUnderTest();
    const page = source('Oops');
    page.status = status;
    expect((await cache.respond('/a', get(), page.render)).status).toBe(503);
    expect(cache.stats().pages).toBe(0);
  });

  it.each([201, 302, 303, 409])('a render with status %i is sent and not stored', async (status) => {
    const { cache } = cacheUnderTest();
    const page = source('Elsewhere');
    page.status = status;
    const response = await cache.respond('/a', get(), page.render);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(cache.stats().pages).toBe(0);
  });

  it.each([
    { 'set-cookie': 'a=1' },
    { 'cache-control': 'private' },
    { 'cache-control': 'no-store, max-age=0' },
  ])('a page with %j goes to one reader only', async (headers: Record<string, string>) => {
    const { cache } = cacheUnderTest();
    let count = 0;
    const render = async () => {
      count += 1;
      const text = `For reader ${count}`;
      await delay(5);
      return { ...html(text), headers };
    };
    const answers = await Promise.all([1, 2, 3].map(() => cache.respond('/a', get(), render)));
    expect(new Set(await Promise.all(answers.map(titleOf))).size).toBe(3);
    expect(cache.stats().pages).toBe(0);
  });
});
