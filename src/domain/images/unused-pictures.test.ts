import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { ownPages } from '#domain/pages/tables.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { databases } from '../../../test/databases.ts';
import { makeArticle } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { deleteUnusedPictures } from './unused-pictures.server.ts';
import { jpegKeys, pictureKeys } from './image.ts';
import { images } from './tables.server.ts';

const NOW = new Date('2025-06-20T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/** Storage that records which keys were deleted. */
class FakeStorage {
  readonly keys = new Set<string>();
  isBroken = false;
  readonly storage: Pick<Storage, 'delete'> = {
    delete: (key) => {
      if (this.isBroken) return Promise.reject(new Error('the storage does not respond'));
      this.keys.delete(key);
      return Promise.resolve();
    },
  };
}

describe.each(databases)('deleting unused pictures, with the $name database', ({ open }) => {
  const opened = useDatabase(open);
  let fakeStorage: FakeStorage;
  beforeEach(async () => {
    fakeStorage = new FakeStorage();
    await opened.database.db.delete(articles);
    await opened.database.db.delete(images);
  });

  const deleteUnused = () =>
    deleteUnusedPictures({
      database: opened.database,
      storage: fakeStorage.storage as Storage,
      clock: () => NOW,
    });

  async function insertPicture(
    name: string,
    values: Partial<typeof images.$inferInsert> = {},
  ): Promise<string> {
    const picture = { url: `/media/article-images/${name}-960.webp`, widths: [480, 960] };
    const row = { ...picture, width: 960, height: 540, uploadedAt: daysAgo(8), ...values };
    await opened.database.db.insert(images).values(row);
    for (const key of [...pictureKeys(picture), ...jpegKeys(picture)]) fakeStorage.keys.add(key);
    return picture.url;
  }

  const names = async () =>
    (await opened.database.db.select({ url: images.url }).from(images))
      .map(({ url }) => url.slice('/media/article-images/'.length, -'-960.webp'.length))
      .toSorted((one, other) => one.localeCompare(other));

  test('deletes pictures that were not used or uploaded for a week, with all files', async () => {
    await insertPicture('unused');
    await insertPicture('of-today', { uploadedAt: daysAgo(0.1) });
    await insertPicture('of-this-week', { uploadedAt: daysAgo(6.9) });
    expect(await deleteUnused()).toBe(1);
    expect(await names()).toEqual(['of-this-week', 'of-today']);
    expect([...fakeStorage.keys].filter((key) => key.includes('unused'))).toEqual([]);
    expect(fakeStorage.keys.size).toBe(12);
    expect(await deleteUnused()).toBe(0);
  });

  test('does not delete a picture that an article references, in any URL form', async () => {
    const lead = await insertPicture('lead');
    const inText = await insertPicture('in-text');
    const narrow = await insertPicture('narrow');
    const absolute = await insertPicture('absolute');
    const face = await insertPicture('face');
    await insertPicture('in-text-2');
    await makeArticle(opened.database, {
      image: lead,
      authorImage: face,
      content: `<p>a</p><img src="${inText}"><img src="${narrow.replace('960', '480')}"><img src="https://site.example${absolute}" />`,
    });
    await makeArticle(opened.database, { isDraft: true, publishDate: null, image: lead });
    expect(await deleteUnused()).toBe(1);
    expect(await names()).toEqual(['absolute', 'face', 'in-text', 'lead', 'narrow']);
  });

  test('does not delete a picture of a revision until the article is deleted', async () => {
    const { database } = opened;
    const article = await makeArticle(database, { content: `<img src="${await insertPicture('before')}">` });
    const after = await insertPicture('after');
    await database.db
      .update(articles)
      .set({ content: `<img src="${after}">` })
      .where(eq(articles.id, article.id));
    await database.db.update(articles).set({ title: 'Another' }).where(eq(articles.id, article.id));
    expect(await deleteUnused()).toBe(0);
    await database.db.delete(articles).where(eq(articles.id, article.id));
    expect(await deleteUnused()).toBe(2);
    expect(fakeStorage.keys.size).toBe(0);
  });

  test('does not delete the picture of an author until it is replaced or the author is deleted', async () => {
    const { db } = opened.database;
    const [author] = await db
      .insert(authors)
      .values({ slug: 'ada', name: 'Ada', picture: await insertPicture('portrait') })
      .returning();
    expect(await deleteUnused()).toBe(0);
    const isAda = eq(authors.id, author?.id ?? '');
    await db
      .update(authors)
      .set({ picture: await insertPicture('newer') })
      .where(isAda);
    expect(await deleteUnused()).toBe(1);
    expect(await names()).toEqual(['newer']);
    await db.delete(authors).where(isAda);
    expect(await deleteUnused()).toBe(1);
  });

  test('does not delete a picture of a page or of its revisions until the page is deleted', async () => {
    const { db } = opened.database;
    const [page] = await db
      .insert(ownPages)
      .values({ slug: 'p', title: 'P', content: `<img src="${await insertPicture('before')}">` })
      .returning();
    const isPage = eq(ownPages.id, page?.id ?? '');
    await db
      .update(ownPages)
      .set({ content: `<img src="${await insertPicture('after')}">` })
      .where(isPage);
    expect(await deleteUnused()).toBe(0);
    await db.delete(ownPages).where(isPage);
    expect(await deleteUnused()).toBe(2);
  });

  test('deletes the remains of an interrupted upload after a day', async () => {
    await insertPicture('interrupted', { state: 'storing', uploadedAt: daysAgo(1.1) });
    await insertPicture('in-progress', { state: 'storing', uploadedAt: daysAgo(0.9) });
    expect(await deleteUnused()).toBe(1);
    expect(await names()).toEqual(['in-progress']);
  });

  test('waits for a save in progress, and does not delete its pictures', async () => {
    const url = await insertPicture('saved-just-now');
    const begun = Promise.withResolvers<void>();
    const saving = opened.database.transaction(async (tx) => {
      const row = { title: 'a', excerpt: 'b', categorySlug: 'sports', content: `<img src="${url}">` };
      await tx.insert(articles).values({ ...row, slug: 'a' });
      begun.resolve();
      // Long enough for the job to request the lock.
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
    });
    await begun.promise;
    const deleting = deleteUnused();
    await saving;
    expect(await deleting).toBe(0);
    expect(await names()).toEqual(['saved-just-now']);
  });
});
