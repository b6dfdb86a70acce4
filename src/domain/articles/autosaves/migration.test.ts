import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { migrationsBefore, unmigratedDatabases } from '../../../../test/earlier-release.ts';
import { useTemporaryFolder } from '../../../../test/temporary-folder.ts';
import { articleAutosaves } from './tables.server.ts';

const folder = useTemporaryFolder();

/** Of a check constraint. */
const VIOLATION = { cause: { code: '23514' } };

describe.each(unmigratedDatabases)('articles of an earlier release, on the %s database', (_, open) => {
  test('stay as they are; only drafts may lack fields', async () => {
    const { database, stop } = await open();
    const { db } = database;
    const insert = (slug: string, title: string, isDraft: boolean) =>
      db.execute(sql`
        insert into articles (id, slug, title, excerpt, content, category_slug, is_draft, publish_date)
        values (gen_random_uuid(), ${slug}, ${title}, 'E', '<p>A</p>', 'sports', ${isDraft}, now())`);
    // Without the column that a later release has added.
    const rows = async () =>
      (
        await db.execute(
          sql`select to_jsonb(articles) - 'modified_at' - 'feed_id' as row from articles order by slug`,
        )
      ).rows;
    try {
      await migrate(database, migrationsBefore('autosaves', folder));
      await insert('published', 'A', false);
      await insert('draft', 'B', true);
      await expect(insert('untitled', '', true)).rejects.toMatchObject(VIOLATION);
      const before = await rows();
      await migrate(database);
      expect(await rows()).toEqual(before);
      expect(await db.$count(articleAutosaves)).toBe(0);
      await insert('untitled', '', true);
      await expect(insert('untitled-public', '', false)).rejects.toMatchObject(VIOLATION);
    } finally {
      await database.close();
      await stop();
    }
  });
});
