import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { migrationsBefore, unmigratedDatabases } from '../../../test/earlier-release.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { findTagListing, listTagSlugs } from './article-tags.server.ts';

const folder = useTemporaryFolder();

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

describe.each(unmigratedDatabases)('tags on the %s database', (_, open) => {
  test('have the same slugs on every database, also those of articles of an earlier release', async () => {
    const { database, stop } = await open();
    const { db } = database;
    const insert = (id: number, tags: readonly string[], isDraft = false) =>
      db.execute(sql`
          insert into articles (id, slug, title, excerpt, content, category_slug, tags, is_draft, publish_date)
          values (${`00000000-0000-7000-8000-00000000000${id}`}, ${`a-${id}`}, 'A', 'E', '<p>A</p>', 'sports',
            ${sql.param([...tags])}::text[], ${isDraft}, now() - interval '1 day' * ${id}::int)`);
    try {
      await migrate(database, migrationsBefore('tags', folder));
      await insert(2, ['Rain', 'RAIN!', '++', 'Delta']);
      await insert(3, ['raín']);
      await insert(4, ['Draft only', 'rain'], true);
      await migrate(database);
      await insert(1, ['rain', 'Élan']);
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
    } finally {
      await database.close();
      await stop();
    }
  });
});
