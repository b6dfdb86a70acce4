import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { databases } from '../../../test/databases.ts';
import { makeArticle } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import type { Db } from './database.ts';
import { rowsOf } from './rows-of.server.ts';

const columns = {
  slug: articles.slug,
  title: articles.title,
  content: articles.content,
  tags: articles.tags,
  featured: articles.featured,
  wordCount: articles.wordCount,
  publishDate: articles.publishDate,
  image: { width: images.width, widths: images.widths, createdAt: images.createdAt },
};

const inSports = (db: Db) =>
  db
    .select(columns)
    .from(articles)
    .leftJoin(images, eq(images.url, articles.image))
    .where(eq(articles.categorySlug, sql.placeholder('section')))
    .orderBy(desc(articles.title));

describe.each(databases)('the rows of a subquery as a column, on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  beforeAll(async () => {
    const { database } = opened;
    const image = '/media/article-images/a-960.webp';
    await database.db.insert(images).values({ url: image, width: 960, height: 540, widths: [480, 960] });
    const text = { content: '<p>“Ünï” \\ \u2028 \'"&lt;</p>', tags: ['a,b', '"c"', '{d}', ''] };
    await makeArticle(database, { ...text, categorySlug: 'sports', title: 'B', image, wordCount: 7 });
    await makeArticle(database, { categorySlug: 'sports', title: 'A', publishDate: null, isDraft: true });
    await makeArticle(database, { categorySlug: 'sports', title: 'C', image: '/elsewhere.png' });
  });

  test('are equal to those of the separate query: order, dates, arrays, left joins', async () => {
    const { db } = opened.database;
    const separate = await inSports(db).prepare('alone').execute({ section: 'sports' });
    expect(separate.map(({ title }) => title)).toEqual(['C', 'B', 'A']);
    expect(separate.map(({ image }) => image?.widths ?? null)).toEqual([null, [480, 960], null]);
    const [row] = await db
      .select({ description: categories.description, inside: rowsOf(inSports(db)) })
      .from(categories)
      .where(eq(categories.slug, sql.placeholder('section')))
      .prepare('inside')
      .execute({ section: 'sports' });
    expect(row?.inside).toEqual(separate);
  });
});
