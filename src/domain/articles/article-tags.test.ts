import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { databases } from '../../../test/databases.ts';
import { makeArticle, makeDraft } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { findTagListing, listTagSlugs } from './article-tags.server.ts';

describe.each(databases)('tags on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  test('have slugs without case, accents and punctuation, and list what is published', async () => {
    const { database } = opened;
    const { db } = database;
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
    await makeArticle(database, { slug: 'a-1', tags: ['rain', 'Élan'], publishDate: at(1) });
    await makeArticle(database, { slug: 'a-2', tags: ['Rain', 'RAIN!', '++', 'Delta'], publishDate: at(2) });
    await makeArticle(database, { slug: 'a-3', tags: ['raín'], publishDate: at(3) });
    await makeDraft(database, { tags: ['Draft only', 'rain'] });
    expect(await listTagSlugs(db, 10)).toEqual(['delta', 'elan', 'rain']);
    expect(await listTagSlugs(db, 2)).toEqual(['delta', 'elan']);
    expect(await findTagListing(db, 'Rain', 1)).toMatchObject({
      tag: { slug: 'rain', name: 'rain' },
      articles: [{ slug: 'a-1' }, { slug: 'a-2' }, { slug: 'a-3' }],
      total: 3,
    });
  });
});
