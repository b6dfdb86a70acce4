import { describe, expect, it } from 'vitest';
import { createKeptPages } from './kept-pages.server.ts';
import type { Page } from './page.server.ts';
import { makePage } from './page.server.ts';

const KILOBYTE = 1024;

/** Costs about `kilobytes` and 2 KiB of overhead. Pictures are not compressed, so the size is what it says. */
function pageOf(key: string, kilobytes: number, tags: readonly string[] = []): Promise<Page> {
  const rendered = { status: 200, headers: {}, body: new Uint8Array(kilobytes * KILOBYTE), tags };
  return makePage(key, rendered, { 'content-type': 'image/png' }, () => Promise.resolve(rendered));
}

describe('createKeptPages', () => {
  it('stays within its bound and lets the least recently read go first', async () => {
    const kept = createKeptPages(200 * KILOBYTE);
    for (let i = 0; i < 10; i += 1) kept.put(await pageOf(`/${i}`, 15));
    const first = kept.get('/0');
    if (first !== undefined) first.lastUsed = kept.tick;
    for (let i = 10; i < 14; i += 1) kept.put(await pageOf(`/${i}`, 15));
    expect(kept.bytes).toBeLessThanOrEqual(200 * KILOBYTE);
    expect(kept.get('/0')).toBe(first);
    expect(kept.get('/1')).toBeUndefined();
    expect(kept.get('/13')).toBeDefined();
  });

  it('counts the page, and what is added to it, once and gives everything back', async () => {
    const kept = createKeptPages(1_000 * KILOBYTE);
    const page = await pageOf('/a', 10, ['x', 'y']);
    kept.put(page);
    kept.grown(page, 500);
    const before = kept.bytes;
    kept.put(await pageOf('/a', 10, ['x', 'y']));
    expect(kept.bytes).toBe(before - 500);
    kept.grown(page, 500);
    expect(kept.bytes).toBe(before - 500);
    for (const left of kept.all()) kept.remove(left);
    expect([kept.bytes, kept.size]).toEqual([0, 0]);
    expect(kept.tagged(['x', 'y']).size).toBe(0);
  });

  it('does not keep one page that would push out many', async () => {
    const kept = createKeptPages(80 * KILOBYTE);
    kept.put(await pageOf('/small', 4));
    kept.put(await pageOf('/huge', 11));
    expect(kept.get('/small')).toBeDefined();
    expect(kept.get('/huge')).toBeUndefined();
  });

  it('does not go on keeping the old copy of a page that became too large', async () => {
    const kept = createKeptPages(80 * KILOBYTE);
    kept.put(await pageOf('/a', 4));
    kept.put(await pageOf('/a', 11));
    expect(kept.get('/a')).toBeUndefined();
  });

  it('finds pages by any of their tags, each once', async () => {
    const kept = createKeptPages(1_000 * KILOBYTE);
    const [a, b, c] = [
      await pageOf('/a', 1, ['x', 'y']),
      await pageOf('/b', 1, ['y']),
      await pageOf('/c', 1, []),
    ];
    for (const page of [a, b, c]) kept.put(page);
    expect([...kept.tagged(['x', 'y'])]).toEqual([a, b]);
    expect([...kept.tagged(['none'])]).toEqual([]);
    expect([...kept.tagged(['*'])]).toEqual([a, b, c]);
  });
});
