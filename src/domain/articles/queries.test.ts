import { beforeEach, describe, expect, test } from 'vitest';
import { findDiscussedArticle } from '#domain/comments/queries.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { findArticleByFormerSlug } from './full-article.server.ts';
import { listArticles, listSection } from './queries.server.ts';
import { articles, articleSlugs } from './tables.server.ts';

type NewArticle = typeof articles.$inferInsert;

describe.each(databases)('reading articles from the $name database', ({ open }) => {
  const opened = useDatabase(open);
  beforeEach(() => opened.database.db.delete(articles));

  const published = (slug: string, daysAgo: number, more: Partial<NewArticle> = {}): NewArticle => ({
    slug,
    title: `Title of ${slug}`,
    excerpt: 'An excerpt',
    content: '<h1>Head</h1><p>Text</p>',
    categorySlug: 'sports',
    isDraft: false,
    publishDate: new Date(Date.now() - daysAgo * DAY_MS),
    ...more,
  });
  const insert = (...rows: NewArticle[]) => opened.database.db.insert(articles).values(rows);
  const find = async (slug: string) =>
    (await findDiscussedArticle(opened.database.db, slug, { pseudonymKey: 'key' }))?.renderArticle() ?? null;
  const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug);

  test('drafts are not listed or found; a published article is, whatever its date', async () => {
    const { db } = opened.database;
    await insert(
      published('shown', 1),
      published('draft', 2, { isDraft: true }),
      published('dated-tomorrow', -1),
    );
    const listing = await listArticles(db, 1);
    expect(listing).toMatchObject({ hero: null, page: 1, pageCount: 1 });
    expect(slugs(listing.articles)).toEqual(['dated-tomorrow', 'shown']);
    expect(slugs((await listSection(db, 'sports', 1)).articles)).toEqual(['dated-tomorrow', 'shown']);
    expect(await find('draft')).toBeNull();
    expect(await find('dated-tomorrow')).not.toBeNull();
    const shown = await find('shown');
    expect(shown).toMatchObject({ slug: 'shown', body: '<h2>Head</h2><p>Text</p>', picture: null });
    expect(slugs(shown?.related ?? [])).toEqual(['dated-tomorrow']);
  });

  test('related articles are of the same section, newest first, without the article, at most three', async () => {
    await insert(
      ...Array.from({ length: 5 }, (_, index) => published(`sport-${index}`, index + 1)),
      published('culture', 1, { categorySlug: 'culture' }),
    );
    const article = await find('sport-1');
    expect(slugs(article?.related ?? [])).toEqual(['sport-0', 'sport-2', 'sport-3']);
  });

  test('a former slug finds the article only while it is public', async () => {
    const { db } = opened.database;
    const [row] = await insert(published('now', 1)).returning();
    await db.insert(articleSlugs).values({ slug: 'before', articleId: row?.id ?? '' });
    expect(await findArticleByFormerSlug(db, 'before')).toMatchObject({ slug: 'now' });
    await db.update(articles).set({ isDraft: true });
    expect(await findArticleByFormerSlug(db, 'before')).toBeNull();
    expect(await findArticleByFormerSlug(db, 'unknown')).toBeNull();
  });
});
