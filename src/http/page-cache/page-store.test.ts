import { describe, expect, it } from 'vitest';
import { createPageStore } from './page-store.server.ts';
import { type Page, createPage } from './page.server.ts';

const KILOBYTE = 1024;

/** A page of about `kilobytes` plus 2 KiB of overhead. Images are not compressed, so there is one representation. */
function pageOf(key: string, kilobytes: number, tags: readonly string[] = []): Promise<Page> {
  const rendered = { status: 200, headers: {}, body: new Uint8Array(kilobytes * KILOBYTE), tags };
  return createPage(key, rendered, { 'content-type': 'image/png' }, () => Promise.resolve(rendered));
}

describe('createKeptPages', () => {
  it('stays within its limit and evicts the least recently read pages', async () => {
    const store = createPageStore(200 * KILOBYTE);
    for (let i = 0; i < 10; i += 1) store.put(await pageOf(`/${i}`, 15));
    const first = store.get('/0');
    if (first !== undefined) first.lastUsed = store.tick;
    for (let i = 10; i < 14; i += 1) store.put(await pageOf(`/${i}`, 15));
    expect(store.bytes).toBeLessThanOrEqual(200 * KILOBYTE);
    expect(store.get('/0')).toBe(first);
    expect(store.get('/1')).toBeUndefined();
    expect(store.get('/13')).toBeDefined();
  });

  it('does not store a page that would evict many others', async () => {
    const store = createPageStore(80 * KILOBYTE);
    store.put(await pageOf('/small', 4));
    store.put(await pageOf('/huge', 11));
    expect(store.get('/small')).toBeDefined();
    expect(store.get('/huge')).toBeUndefined();
  });

  it('removes the old copy of a page that became too large', async () => {
    const store = createPageStore(80 * KILOBYTE);
    store.put(await pageOf('/a', 4));
    store.put(await pageOf('/a', 11));
    expect(store.get('/a')).toBeUndefined();
  });
});
