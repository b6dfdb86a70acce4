import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { seedSamples, removeSamples } from './samples.server.ts';
import { articles } from './tables.server.ts';

describe.each(databases)('sample articles in the $name database', ({ open }) => {
  let opened: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    opened = await open();
    folder = mkdtempSync(join(tmpdir(), 'meridian-samples-'));
  });
  afterEach(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  const seed = () =>
    seedSamples(opened.database, {
      storage: diskStorage(folder),
      siteUrl: 'https://meridian.example',
      defaultAuthor: 'Harbour Staff',
      now: new Date(),
    });

  test('are inserted once: not at a second start, and not after they were removed', async () => {
    await seed();
    const signed = eq(articles.authorName, 'Harbour Staff');
    expect(await opened.database.db.$count(articles, signed)).toBe(8);
    expect(await seed()).toBe(0);
    expect(await removeSamples(opened.database)).toBe(14);
    expect(await seed()).toBe(0);
    expect(await opened.database.db.$count(articles)).toBe(0);
  });

  test('are not inserted into a database that has an article', async () => {
    await opened.database.db
      .insert(articles)
      .values({ slug: 'own', title: 'Own', excerpt: 'Own', content: '<p>a</p>', categorySlug: 'sports' });
    expect(await seed()).toBe(0);
    expect(await opened.database.db.$count(articles)).toBe(1);
  });
});
