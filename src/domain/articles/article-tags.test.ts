import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { databases } from '../../../test/databases.ts';
import { makeArticle, makeDraft } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { findTagListing, listTagSlugs } from './article-tags.server.ts';

const SLUGS: Readonly<Record<string, string>> = {
  'Water & sea': 'water-sea',
  'Élite  Économie!': 'elite-economie',
  'U.S.A.': 'u-s-a',
  'C++': 'c',
  'Ørsted, Łódź & Straße': 'orsted-lodz-strasse',
  İSTANBUL: 'istanbul',
  'Việt Nam': 'viet-nam',
  'ＦＵＬＬ width': 'full-width',
  'ƊAN Ɔkɔm': 'ɗan-ɔkɔm',
  'ВЫБОРЫ 2026': 'выборы-2026',
  Зеленский: 'зеленский',
  ΕΛΛΆΔΑ: 'ελλάδα',
  'اقتصاد، مصر': 'اقتصاد-مصر',
  हिन्दी: 'हिन्दी',
  'አዲስ፡አበባ': 'አዲስ-አበባ',
  '日本、東京': '日本-東京',
  한국: '한국',
  '🎉 ++': '',
};

describe.each(databases)('tags on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  test('have the same slugs on every database, and list what is published', async () => {
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
    const { rows } = await db.execute<{ name: string; slug: string; again: string }>(sql`
        select name, tag_slug(name) as slug, tag_slug(tag_slug(name)) as again
        from unnest(${sql.param(Object.keys(SLUGS))}::text[]) as name`);
    expect(Object.fromEntries(rows.map(({ name, slug }) => [name, slug]))).toEqual(SLUGS);
    expect(rows.filter(({ slug, again }) => slug !== again)).toEqual([]);
  });
});
