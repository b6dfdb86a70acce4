import { describe, expect, it, vi } from 'vitest';
import { cacheUnderTest, get, source, titleOf } from './cache-under-test.ts';

describe('touch', () => {
  it('serves the old copy while one new one is made, then the new one', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Old', ['article:1', 'list']);
    await cache.respond('/a', get(), page.render);
    const gate = Promise.withResolvers<void>();
    Object.assign(page, { text: 'New', wait: gate.promise });
    for (let i = 0; i < 5; i += 1) cache.touch(['article:1']);
    for (let i = 0; i < 20; i += 1) {
      expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
      await new Promise(setImmediate);
    }
    expect(page.count).toBe(2);
    gate.resolve();
    await cache.settled(['article:1']);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('New');
    expect(page.count).toBe(2);
  });

  it('leaves pages without the tag alone, and `*` none', async () => {
    const { cache } = cacheUnderTest();
    const [a, b] = [source('A', ['article:1']), source('B', ['article:2'])];
    await cache.respond('/a', get(), a.render);
    await cache.respond('/b', get(), b.render);
    cache.touch(['article:1']);
    await cache.settled(['*']);
    expect([a.count, b.count]).toEqual([2, 1]);
    cache.touch(['*']);
    await cache.settled(['*']);
    expect([a.count, b.count]).toEqual([3, 2]);
  });

  it.each([
    [404, 404],
    [301, 301],
  ])('puts a %i in the place of the page at once', async (status, answered) => {
    const { cache } = cacheUnderTest();
    const page = source('There', ['article:1']);
    await cache.respond('/a', get(), page.render);
    page.status = status;
    cache.touch(['article:1']);
    await cache.settled(['article:1']);
    expect((await cache.respond('/a', get(), page.render)).status).toBe(answered);
  });

  it('makes the most read first, at most so many, and leaves the rest to their next reader', async () => {
    const order: string[] = [];
    const { cache } = cacheUnderTest({
      renewalLimit: 3,
      renewalConcurrency: 1,
      onRendered: (key) => order.push(key),
    });
    const pages = [0, 1, 2, 3, 4].map((reads) => ({
      key: `/${reads}`,
      reads,
      page: source(`Page ${reads}`, ['list']),
    }));
    for (const { key, reads, page } of pages) {
      for (let i = 0; i <= reads; i += 1) await cache.respond(key, get(), page.render);
    }
    order.length = 0;
    for (const { page } of pages) page.text += ' anew';
    cache.touch(['list']);
    await cache.settled(['list']);
    expect(order).toEqual(['/4', '/3', '/2']);
    const cold = pages[0];
    expect(await titleOf(await cache.respond('/0', get(), cold?.page.render ?? source('').render))).toBe(
      'Page 0 anew',
    );
  });

  it('does not make pages anew more at once than it may', async () => {
    const { cache } = cacheUnderTest({ renewalConcurrency: 2 });
    let running = 0;
    let most = 0;
    const render = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return { status: 200, headers: {}, body: 'x', tags: ['list'] };
    };
    for (let i = 0; i < 12; i += 1) await cache.respond(`/${i}`, get(), render);
    cache.touch(['list']);
    cache.touch(['list']);
    await cache.settled(['list']);
    expect(most).toBe(2);
  });

  it('goes on serving the old copy when the new one cannot be made, and tries again later', async () => {
    const { cache, pass } = cacheUnderTest();
    const page = source('Old', ['list']);
    await cache.respond('/a', get(), page.render);
    Object.assign(page, { fails: true, text: 'New' });
    cache.touch(['list']);
    await cache.settled(['list']);
    for (let i = 0; i < 10; i += 1) {
      expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
    }
    expect(page.count).toBe(2);
    pass(6_000);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('Old');
    expect(page.count).toBe(3);
    page.fails = false;
    pass(6_000);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('New');
  });
});

describe('a page that changes while it is made', () => {
  it('is made again, and its readers get the new one', async () => {
    const { cache } = cacheUnderTest();
    const gate = Promise.withResolvers<void>();
    const page = source('Before', ['article:1']);
    page.wait = gate.promise;
    const early = cache.respond('/a', get(), page.render);
    page.text = 'After';
    cache.touch(['article:1']);
    const late = cache.respond('/a', get(), page.render);
    gate.resolve();
    expect(await titleOf(await early)).toBe('After');
    expect(await titleOf(await late)).toBe('After');
    expect(page.count).toBe(2);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('After');
    expect(page.count).toBe(2);
  });

  it('is not made again for a change it does not show', async () => {
    const { cache } = cacheUnderTest();
    const gate = Promise.withResolvers<void>();
    const page = source('Rain', ['article:1']);
    page.wait = gate.promise;
    const reading = cache.respond('/a', get(), page.render);
    cache.touch(['article:2']);
    gate.resolve();
    await reading;
    expect(page.count).toBe(1);
  });

  it('changed while it was renewed in the background: what was begun before is not kept as fresh', async () => {
    const { cache } = cacheUnderTest();
    const page = source('1', ['list']);
    await cache.respond('/a', get(), page.render);
    const gate = Promise.withResolvers<void>();
    Object.assign(page, { text: '2', wait: gate.promise });
    cache.touch(['list']);
    await vi.waitFor(() => expect(page.count).toBe(2));
    page.text = '3';
    cache.touch(['list']);
    gate.resolve();
    await cache.settled(['list']);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('3');
  });

  it('and never stops changing is answered, but not kept as fresh', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Ticker', ['list']);
    const restless = () => {
      const made = page.render();
      cache.touch(['list']);
      return made;
    };
    expect((await cache.respond('/a', get(), restless)).status).toBe(200);
    expect(page.count).toBe(3);
    expect(cache.stats().pages).toBe(0);
    await cache.respond('/a', get(), page.render);
    await cache.respond('/a', get(), page.render);
    expect(page.count).toBe(4);
  });

  it('a hundred times while it rests is made once, and its readers are given what there is', async () => {
    const { cache } = cacheUnderTest({ renewalRest: 600_000 });
    const page = source('0', ['article:1']);
    await cache.respond('/a', get(), page.render);
    for (let change = 1; change <= 100; change += 1) {
      page.text = String(change);
      cache.touch(['article:1']);
      expect((await cache.respond('/a', get(), page.render)).status).toBe(200);
      // Long enough for a render to end between two changes.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    }
    expect(page.count).toBe(2);
  });

  it('and rests shows the last change in the end', async () => {
    const { cache } = cacheUnderTest({ renewalRest: 2 });
    const page = source('0', ['article:1']);
    await cache.respond('/a', get(), page.render);
    for (let change = 1; change <= 20; change += 1) {
      page.text = String(change);
      cache.touch(['article:1']);
      await new Promise(setImmediate);
    }
    await cache.settled(['article:1'], 10_000);
    expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('20');
  });

  it('and then shows something else that has changed is made again all the same', async () => {
    const { cache } = cacheUnderTest({ renewalRest: 1 });
    const page = source('1', ['article:1']);
    await cache.respond('/a', get(), page.render);
    const gate = Promise.withResolvers<void>();
    Object.assign(page, { text: '2', tags: ['article:1', 'card:2'], wait: gate.promise });
    cache.touch(['article:1']);
    await vi.waitFor(() => expect(page.count).toBe(2));
    page.text = '3';
    cache.touch(['card:2']);
    gate.resolve();
    await vi.waitFor(async () =>
      expect(await titleOf(await cache.respond('/a', get(), page.render))).toBe('3'),
    );
  });

  it('and never stops changing while it is renewed is shown as it was a moment ago, not as it was at first', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Old', ['list']);
    let isRestless = false;
    const render = () => {
      const made = page.render();
      if (isRestless) cache.touch(['list', 'nothing else']);
      return made;
    };
    await cache.respond('/a', get(), render);
    isRestless = true;
    page.text = 'New';
    cache.touch(['list']);
    await vi.waitFor(() => expect(page.count).toBeGreaterThanOrEqual(3));
    expect(await titleOf(await cache.respond('/a', get(), render))).toBe('New');
    page.text = 'Newest';
    await vi.waitFor(() => expect(page.count).toBeGreaterThanOrEqual(5));
    isRestless = false;
    await cache.settled(['list']);
    expect(await titleOf(await cache.respond('/a', get(), render))).toBe('Newest');
  });
});

describe('drop', () => {
  it('takes a page away at once', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Here', ['article:1']);
    await cache.respond('/a', get(), page.render);
    page.status = 404;
    cache.drop(['article:1']);
    expect(cache.stats().pages).toBe(0);
    expect((await cache.respond('/a', get(), page.render)).status).toBe(404);
  });

  it('keeps what was taken down away even when nothing better can be made', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Here', ['article:1']);
    await cache.respond('/a', get(), page.render);
    cache.touch(['article:1']);
    cache.drop(['article:1']);
    page.fails = true;
    const response = await cache.respond('/a', get(), page.render);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('Here');
  });

  it('is heard by a page that is being made: what was begun before is shown to nobody', async () => {
    const { cache } = cacheUnderTest();
    const gate = Promise.withResolvers<void>();
    const page = source('Secret', ['article:1']);
    page.wait = gate.promise;
    const reading = cache.respond('/a', get(), page.render);
    page.text = 'Harmless';
    cache.drop(['article:1']);
    gate.resolve();
    expect(await titleOf(await reading)).toBe('Harmless');
  });

  it('shows nothing at all of a page on which something is taken down again and again', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Secret', ['article:1']);
    const response = await cache.respond('/a', get(), () => {
      const made = page.render();
      cache.drop(['article:1']);
      return made;
    });
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('Secret');
  });
});
