import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { migrationsBefore, unmigratedDatabases } from '../../../../test/earlier-release.ts';
import { useTemporaryFolder } from '../../../../test/temporary-folder.ts';
import { getNewsroomArticle } from '../newsroom-queries.server.ts';
import { listSection } from '../queries.server.ts';
import { getRevision } from '../revisions.server.ts';

const folder = useTemporaryFolder();

const ADMIN = { userId: '', role: 'admin' } as const;
const ID = '00000000-0000-7000-8000-000000000001';
const DRAFT_ID = '00000000-0000-7000-8000-000000000002';

/** A published article with two revisions and a draft, as the earlier release stored them. */
async function fill({ db }: Database): Promise<void> {
  await db.execute(sql`
    insert into articles (id, slug, title, excerpt, content, category_slug, author_name, image, is_draft, publish_date, revision)
    values
      (${ID}, 'a', 'A', 'E', '<p>A</p>', 'sports', 'Ada, "Countess" & Co', '/media/article-images/x-960.webp', false, now() - interval '1 day', 2),
      (${DRAFT_ID}, 'b', 'B', 'E', '<p>B</p>', 'sports', 'Bo', '', true, null, 1)`);
  await db.execute(sql`
    insert into article_revisions (
      article_id, revision, slug, title, excerpt, content, category_slug, author_name, author_image, read_time, featured,
      image, image_alt, tags, is_draft, word_count, saved_at
    )
    select id, number, slug, title, excerpt, content, category_slug,
      case when number = 1 then 'Before' else author_name end, author_image, read_time, featured, image, image_alt, tags,
      is_draft, word_count, updated_at
    from articles, generate_series(1, revision) as number`);
}

describe.each(unmigratedDatabases)('an upgrade of the %s database', (_, open) => {
  test('turns every author name into a byline and keeps what readers see', async () => {
    const { database, stop } = await open();
    try {
      await migrate(database, migrationsBefore('authors', folder));
      await fill(database);
      const before = await database.db.execute(
        sql`select id, author_name, revision, updated_at from articles order by id`,
      );
      await migrate(database);
      const { db } = database;
      const after = await db.execute(
        sql`select id, author_name, revision, updated_at from articles order by id`,
      );
      expect(after.rows).toEqual(before.rows);
      expect((await listSection(db, 'sports', 1)).articles).toMatchObject([
        { slug: 'a', bylines: [{ author: null, name: 'Ada, "Countess" & Co' }] },
      ]);
      expect(await getNewsroomArticle(db, ADMIN, DRAFT_ID)).toMatchObject({
        authorName: 'Bo',
        bylines: [{ author: null, name: 'Bo' }],
      });
      expect(await getRevision(db, ADMIN, { id: ID, revision: 1 })).toMatchObject({
        bylines: [{ author: null, name: 'Before' }],
      });
      const { rows } = await db.execute(
        sql`select position, name, author_id, publish_date is null as is_hidden from article_bylines order by article_id`,
      );
      expect(rows).toEqual([
        { position: 1, name: 'Ada, "Countess" & Co', author_id: null, is_hidden: false },
        { position: 1, name: 'Bo', author_id: null, is_hidden: true },
      ]);
      expect((await db.execute(sql`select picture, article_id from image_uses`)).rows).toEqual([
        { picture: 'article-images/x', article_id: ID },
      ]);
    } finally {
      await database.close();
      await stop();
    }
  });
});
