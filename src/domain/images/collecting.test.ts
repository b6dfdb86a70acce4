import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { makeArticle } from '../../../test/factories.ts';
import { collectPictures } from './collecting.server.ts';
import { jpegKeys, pictureKeys } from './image.ts';
import { images } from './tables.server.ts';

const NOW = new Date('2025-06-20T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/** Enough of a store to see what is deleted. */
class Shelf {
  readonly keys = new Set<string>();
  isBroken = false;
  readonly storage: Pick<Storage, 'delete'> = {
    delete: (key) => {
      if (this.isBroken) return Promise.reject(new Error('the store does not answer'));
      this.keys.delete(key);
      return Promise.resolve();
    },
  };
}

describe.each(databases)('collecting pictures, with the $name database', ({ open }) => {
  let opened: TestDatabase;
  let shelf: Shelf;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    shelf = new Shelf();
    await opened.database.db.delete(articles);
    await opened.database.db.delete(images);
  });

  const collect = () =>
    collectPictures({
      database: opened.database,
      storage: shelf.storage as Storage,
      clock: () => NOW,
    });

  async function keep(name: string, given: Partial<typeof images.$inferInsert> = {}): Promise<string> {
    const picture = { url: `/media/article-images/${name}-960.webp`, widths: [480, 960] };
    const row = { ...picture, width: 960, height: 540, uploadedAt: daysAgo(8), ...given };
    await opened.database.db.insert(images).values(row);
    for (const key of [...pictureKeys(picture), ...jpegKeys(picture)]) shelf.keys.add(key);
    return picture.url;
  }

  const names = async () =>
    (await opened.database.db.select({ url: images.url }).from(images))
      .map(({ url }) => url.slice('/media/article-images/'.length, -'-960.webp'.length))
      .toSorted((one, other) => one.localeCompare(other));

  test('removes what nobody has used or uploaded for a week, with all its files', async () => {
    await keep('unused');
    await keep('of-today', { uploadedAt: daysAgo(0.1) });
    await keep('of-this-week', { uploadedAt: daysAgo(6.9) });
    expect(await collect()).toBe(1);
    expect(await names()).toEqual(['of-this-week', 'of-today']);
    expect([...shelf.keys].filter((key) => key.includes('unused'))).toEqual([]);
    expect(shelf.keys.size).toBe(12);
    expect(await collect()).toBe(0);
  });

  test('keeps what an article shows, however it names it', async () => {
    const lead = await keep('lead');
    const inText = await keep('in-text');
    const narrow = await keep('narrow');
    const absolute = await keep('absolute');
    const face = await keep('face');
    await keep('in-text-2');
    await makeArticle(opened.database, {
      image: lead,
      authorImage: face,
      content: `<p>a</p><img src="${inText}"><img src="${narrow.replace('960', '480')}"><img src="https://site.example${absolute}" />`,
    });
    await makeArticle(opened.database, { isDraft: true, publishDate: null, image: lead });
    expect(await collect()).toBe(1);
    expect(await names()).toEqual(['absolute', 'face', 'in-text', 'lead', 'narrow']);
  });

  test('keeps what an article used to show, until the article is deleted', async () => {
    const { database } = opened;
    const article = await makeArticle(database, { content: `<img src="${await keep('before')}">` });
    const after = await keep('after');
    await database.db
      .update(articles)
      .set({ content: `<img src="${after}">` })
      .where(eq(articles.id, article.id));
    await database.db.update(articles).set({ title: 'Another' }).where(eq(articles.id, article.id));
    expect(await collect()).toBe(0);
    await database.db.delete(articles).where(eq(articles.id, article.id));
    expect(await collect()).toBe(2);
    expect(shelf.keys.size).toBe(0);
  });

  test('removes what an upload left behind that was cut off, after a day', async () => {
    await keep('cut-off', { state: 'storing', uploadedAt: daysAgo(1.1) });
    await keep('on-its-way', { state: 'storing', uploadedAt: daysAgo(0.9) });
    expect(await collect()).toBe(1);
    expect(await names()).toEqual(['on-its-way']);
  });

  test('goes on where it was cut off', async () => {
    await keep('unused');
    shelf.isBroken = true;
    await expect(collect()).rejects.toThrow('the store does not answer');
    expect(await names()).toEqual(['unused']);
    shelf.isBroken = false;
    expect(await collect()).toBe(1);
    expect(shelf.keys.size).toBe(0);
  });

  test('takes on a hundred at a time, the oldest first', async () => {
    const rows = Array.from({ length: 130 }, (_, number) => ({
      url: `/media/article-images/old-${number}-960.webp`,
      width: 960,
      height: 540,
      uploadedAt: daysAgo(8 + number),
    }));
    await opened.database.db.insert(images).values(rows);
    expect(await collect()).toBe(100);
    expect(await names()).toContain('old-0');
    expect(await names()).not.toContain('old-129');
    expect(await collect()).toBe(30);
  });

  test('waits for a save that has begun, and keeps what it shows', async () => {
    const url = await keep('saved-just-now');
    const begun = Promise.withResolvers<void>();
    const saving = opened.database.transaction(async (tx) => {
      const row = { title: 'a', excerpt: 'b', categorySlug: 'sports', content: `<img src="${url}">` };
      await tx.insert(articles).values({ ...row, slug: 'a' });
      begun.resolve();
      // Long enough for the collection to have asked.
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
    });
    await begun.promise;
    const collecting = collect();
    await saving;
    expect(await collecting).toBe(0);
    expect(await names()).toEqual(['saved-just-now']);
  });
});
