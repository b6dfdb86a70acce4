import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cacheUnderTest, get, source, titleOf } from './cache-under-test.ts';

/** Milliseconds. By default a caller stops waiting after one second, although the re-render has not ended. */
const LIMIT_MS = 60_000;

describe('invalidate', () => {
  it('serves the stale copy during one re-render, then the new page', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Old', ['article:1', 'list']);
    await cache.respond('/a', get(), page.render);
    const pending = Promise.withResolvers<void>();
    Object.assign(page, { text: 'New', wait: pending.promise });
    for (let i = 0; i < 5; i += 1) cache.invalidate(['article:1']);
    for (let i = 0; i < 20; i += 1) {
      expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
      await nextTurn();
    }
    expect(page.count).toBe(2);
    pending.resolve();
    await cache.whenRevalidated(['article:1'], LIMIT_MS);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('New');
    expect(page.count).toBe(2);
  });

  it('affects only pages with the tag; `*` affects all', async () => {
    const { cache } = cacheUnderTest();
    const [a, b] = [source('A', ['article:1']), source('B', ['article:2'])];
    await cache.respond('/a', get(), a.render);
    await cache.respond('/b', get(), b.render);
    cache.invalidate(['article:1']);
    await cache.whenRevalidated(['*'], LIMIT_MS);
    expect([a.count, b.count]).toEqual([2, 1]);
    cache.invalidate(['*']);
    await cache.whenRevalidated(['*'], LIMIT_MS);
    expect([a.count, b.count]).toEqual([3, 2]);
  });

  it.each([
    [404, 404],
    [301, 301],
  ])('replaces the page with a %i when the re-render returns one', async (status, answered) => {
    const { cache } = cacheUnderTest();
    const page = source('There', ['article:1']);
    await cache.respond('/a', get(), page.render);
    page.status = status;
    cache.invalidate(['article:1']);
    await cache.whenRevalidated(['article:1'], LIMIT_MS);
    expect((await cache.respond('/a', get(), page.render)).status).toBe(answered);
  });

  it('serves the stale copy when the re-render fails, and retries later', async () => {
    const { cache, advance } = cacheUnderTest();
    const page = source('Old', ['list']);
    await cache.respond('/a', get(), page.render);
    Object.assign(page, { fails: true, text: 'New' });
    cache.invalidate(['list']);
    await cache.whenRevalidated(['list'], LIMIT_MS);
    for (let i = 0; i < 10; i += 1) {
      expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
    }
    expect(page.count).toBe(2);
    advance(6_000);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
    expect(page.count).toBe(3);
    page.fails = false;
    advance(6_000);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('New');
  });
});

describe('a page that changes during its render', () => {
  it('is rendered again, and concurrent requests get the new page', async () => {
    const { cache } = cacheUnderTest();
    const pending = Promise.withResolvers<void>();
    const page = source('Before', ['article:1']);
    page.wait = pending.promise;
    const early = cache.respond('/a', get(), page.render);
    page.text = 'After';
    cache.invalidate(['article:1']);
    const late = cache.respond('/a', get(), page.render);
    pending.resolve();
    expect(await titleOf(await early)).toBe('After');
    expect(await titleOf(await late)).toBe('After');
    expect(page.count).toBe(2);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('After');
    expect(page.count).toBe(2);
  });

  it('is not stored as fresh when it changes during a background re-render', async () => {
    const { cache } = cacheUnderTest();
    const page = source('1', ['list']);
    await cache.respond('/a', get(), page.render);
    const pending = Promise.withResolvers<void>();
    Object.assign(page, { text: '2', wait: pending.promise });
    cache.invalidate(['list']);
    await expect.poll(() => page.count).toBe(2);
    page.text = '3';
    cache.invalidate(['list']);
    pending.resolve();
    await cache.whenRevalidated(['list'], LIMIT_MS);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('3');
  });

  it('is sent but not stored when it changes during every attempt', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Ticker', ['list']);
    const alwaysChanging = () => {
      const rendered = page.render();
      cache.invalidate(['list']);
      return rendered;
    };
    expect((await cache.respond('/a', get(), alwaysChanging)).status).toBe(200);
    expect(page.count).toBe(3);
    expect(cache.stats().pages).toBe(0);
    await cache.respond('/a', get(), page.render);
    await cache.respond('/a', get(), page.render);
    expect(page.count).toBe(4);
  });

  it('is re-rendered once per interval, and the stale copy is served in between', async () => {
    const { cache } = cacheUnderTest({ minRevalidateIntervalMs: 600_000 });
    const page = source('0', ['article:1']);
    await cache.respond('/a', get(), page.render);
    for (let change = 1; change <= 100; change += 1) {
      page.text = String(change);
      cache.invalidate(['article:1']);
      expect((await cache.respond('/a', get(), page.render)).status).toBe(200);
      // Long enough for a render to end between two changes.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    }
    expect(page.count).toBe(2);
  });

  it('is rendered again when a tag that only the new version has was invalidated', async () => {
    const { cache } = cacheUnderTest({ minRevalidateIntervalMs: 1 });
    const page = source('1', ['article:1']);
    await cache.respond('/a', get(), page.render);
    const pending = Promise.withResolvers<void>();
    Object.assign(page, { text: '2', tags: ['article:1', 'card:2'], wait: pending.promise });
    cache.invalidate(['article:1']);
    await expect.poll(() => page.count).toBe(2);
    page.text = '3';
    cache.invalidate(['card:2']);
    pending.resolve();
    await expect.poll(async () => titleOf(await cache.respond('/a', get(), page.render))).toBe('3');
  });
});

describe('purge', () => {
  it('removes a page at once', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Here', ['article:1']);
    await cache.respond('/a', get(), page.render);
    page.status = 404;
    cache.purge(['article:1']);
    expect(cache.stats().pages).toBe(0);
    expect((await cache.respond('/a', get(), page.render)).status).toBe(404);
  });

  it('does not serve the removed page even when the render fails', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Here', ['article:1']);
    await cache.respond('/a', get(), page.render);
    cache.invalidate(['article:1']);
    cache.purge(['article:1']);
    page.fails = true;
    const response = await cache.respond('/a', get(), page.render);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('Here');
  });

  it('discards a render that began before it', async () => {
    const { cache } = cacheUnderTest();
    const pending = Promise.withResolvers<void>();
    const page = source('Secret', ['article:1']);
    page.wait = pending.promise;
    const reading = cache.respond('/a', get(), page.render);
    page.text = 'Public';
    cache.purge(['article:1']);
    pending.resolve();
    expect(await titleOf(await reading)).toBe('Public');
  });

  it('answers 503 when content of the page is purged during every attempt', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Secret', ['article:1']);
    const response = await cache.respond('/a', get(), () => {
      const rendered = page.render();
      cache.purge(['article:1']);
      return rendered;
    });
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('Secret');
  });
});
