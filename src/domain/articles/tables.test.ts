import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#platform/durations.ts';
import { databases } from '../../../test/databases.ts';
import { makeArticle, makeDraft } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { articles, publishedArticles } from './tables.server.ts';

describe.each(databases)('the articles of the $name database', ({ open }) => {
  const opened = useDatabase(open);

  test('the view contains published articles, whatever their date, with all columns except those of the newsroom', async () => {
    const { database } = opened;
    const { db } = database;
    await makeDraft(database);
    await makeArticle(database, { slug: 'tomorrow', publishDate: new Date(Date.now() + HOUR_MS) });
    await makeArticle(database, {
      slug: 'public',
      publishDate: new Date(Date.now() - HOUR_MS),
      tags: ['a', 'b'],
    });
    const [other, shown, ...others] = await db
      .select()
      .from(publishedArticles)
      .orderBy(desc(publishedArticles.publishDate));
    const [stored] = await db.select().from(articles).where(eq(articles.slug, 'public'));
    expect([other?.slug, others]).toEqual(['tomorrow', []]);
    const ofTheNewsroom = {
      modifiedAt: null,
      submittedAt: null,
      returnedAt: null,
      trashedAt: null,
      trashedBy: null,
      trashedPublished: false,
      scheduledAction: null,
      scheduledAt: null,
      scheduledBy: null,
      scheduledJob: null,
      liveRevision: null,
      pausedSchedule: null,
    };
    expect({ ...shown, ...ofTheNewsroom }).toEqual(stored);
    for (const column of Object.keys(ofTheNewsroom)) expect(shown).not.toHaveProperty(column);
  });
});
