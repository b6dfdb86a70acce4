import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { migrate, migrationsFolder } from '#platform/db/migrate.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { openEmbeddedTestDatabase } from '../../../test/databases.ts';
import { isFull } from '../../../test/full.ts';
import { dump } from '../../../test/newsletter.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

const folder = useTemporaryFolder();

const context = (database: Database, dataDir: string) => commandContext(database, join(folder, dataDir));

/** A folder with the first migrations only. */
function migrationsUpTo(last: number): string {
  const earlier = join(folder, `migrations-${last}`);
  cpSync(migrationsFolder, earlier, { recursive: true });
  const file = join(earlier, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] };
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return earlier;
}

async function fill({ db }: Database): Promise<void> {
  await db.execute(sql`
    insert into articles (id, slug, title, excerpt, content, category_slug, is_draft, publish_date, revision)
    values (gen_random_uuid(), 'early', 'Early', 'E', '<p>Text</p>', 'sports', false, '2026-01-01', 3)`);
  await db.execute(sql`
    insert into comments (id, article_id, user_email, comment_text)
    select gen_random_uuid(), id, 'a@b.example', 'Hello' from articles`);
  await db.execute(sql`
    insert into contact_messages (id, name, email, subject, message)
    values (gen_random_uuid(), 'Ada', 'a@b.example', 'S', 'M')`);
}

// Later migrations drop a table and columns, and derive revisions and search terms from the articles.
test.each(isFull ? [5, 8, 17] : [5])(
  'a backup made after migration %i restores what the later migrations make of its database',
  async (last) => {
    const earlier = await openDatabase({ memory: true });
    await migrate(earlier, migrationsUpTo(last));
    await fill(earlier);
    const file = join(folder, `${last}.tar.gz`);
    await backup.run([file], context(earlier, `earlier-${last}`));
    await migrate(earlier);
    const later = await openEmbeddedTestDatabase();
    await restore.run([file], context(later.database, `later-${last}`));
    expect(await dump(later.database)).toEqual(await dump(earlier));
    await earlier.close();
    await later.close();
  },
);
