import { describe, expect, it } from 'vitest';
import { cacheUnderTest, get, source, titleOf } from './cache-under-test.ts';

/** A not-found page that counts its renders. */
function missing() {
  const page = source('Not found');
  page.status = 404;
  return page;
}

describe('an address without a page', () => {
  it('is answered with the shared page of its own status (404 or 410)', async () => {
    const { cache } = cacheUnderTest();
    const [unknown, deleted] = [missing(), missing()];
    Object.assign(deleted, { status: 410, text: 'Deleted' });
    for (let time = 0; time < 2; time += 1) {
      for (const key of ['/article/a', '/article/b']) {
        const response = await cache.respond(key, get(), deleted.render);
        expect([response.status, await titleOf(response)]).toEqual([410, 'Deleted']);
        expect(response.headers.get('cache-control')).toBe('no-cache');
      }
      expect((await cache.respond('/article/c', get(), unknown.render)).status).toBe(404);
    }
    expect([deleted.count, unknown.count, cache.stats().pages]).toEqual([2, 1, 2]);
    cache.invalidate(['list']);
    Object.assign(deleted, { status: 200, text: 'New' });
    expect(await titleOf(await cache.respond('/article/a', get(), deleted.render))).toBe('New');
  });

  it.each(['invalidate', 'purge'] as const)('is looked up again after any %s', async (change) => {
    const { cache } = cacheUnderTest();
    const page = missing();
    await cache.respond('/article/new', get(), page.render);
    cache[change](['list']);
    Object.assign(page, { status: 200, text: 'New' });
    expect(await titleOf(await cache.respond('/article/new', get(), page.render))).toBe('New');
  });

  it('is looked up again after ten seconds, because a scheduled article becomes public without a write', async () => {
    const { cache, advance } = cacheUnderTest();
    const page = missing();
    await cache.respond('/article/soon', get(), page.render);
    advance(10_000);
    page.status = 200;
    expect((await cache.respond('/article/soon', get(), page.render)).status).toBe(200);
  });

  it('is not recorded when a write happened during the lookup', async () => {
    const { cache } = cacheUnderTest();
    const page = missing();
    const { promise, resolve } = Promise.withResolvers<void>();
    page.wait = promise;
    const first = cache.respond('/article/raced', get(), page.render);
    cache.invalidate(['list']);
    // Joins the render that began before the write.
    const second = cache.respond('/article/raced', get(), page.render);
    resolve();
    expect([(await first).status, (await second).status]).toEqual([404, 404]);
    page.status = 200;
    expect((await cache.respond('/article/raced', get(), page.render)).status).toBe(200);
  });

  it('does not fill the memory, however many are requested', async () => {
    const { cache } = cacheUnderTest();
    const page = missing();
    await cache.respond('/article/first', get(), page.render);
    const { bytes } = cache.stats();
    for (let number = 0; number < 5_000; number += 1)
      await cache.respond(`/article/made-up-${number}`, get(), page.render);
    expect(cache.stats()).toEqual({ pages: 1, bytes });
    // The limit was exceeded, so the first entry was removed and is looked up again.
    const { count } = page;
    await cache.respond('/article/first', get(), page.render);
    expect(page.count).toBe(count + 1);
  });
});
