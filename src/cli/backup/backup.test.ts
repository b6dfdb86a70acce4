import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { ownPageRevisions, ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { articleAutosaves } from '#domain/articles/autosaves/tables.server.ts';
import { articleNotes } from '#domain/articles/review/tables.server.ts';
import { articleBylines, articles } from '#domain/articles/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import {
  openEmbeddedTestDatabase,
  openServerTestDatabase,
  type TestDatabase,
} from '../../../test/databases.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';
import { listTables, quoteIdentifier } from './table-catalog.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-backup-'));
const file = join(folder, 'backup.tar.gz');
const printed: string[] = [];
const context = (database: Database, dataDir: string) =>
  commandContext(database, join(folder, dataDir), { printed });

const opened: TestDatabase[] = [];
const track = async (database: Promise<TestDatabase>) => {
  opened.push(await database);
  return (await database).database;
};
afterAll(async () => {
  for (const { close } of opened) await close();
  rmSync(folder, { recursive: true });
});

describe('a backup', () => {
  let original: Database;
  let server: Database;
  beforeAll(async () => {
    original = await track(openEmbeddedTestDatabase());
    server = await track(openServerTestDatabase());
    await fill(original);
    mkdirSync(join(folder, 'original/media'), { recursive: true });
    await diskStorage(join(folder, 'original/media')).put(
      'article-images/a-480.webp',
      Buffer.from('picture'),
    );
    writeFileSync(join(folder, 'original/secrets.json'), '{"authSecret":"one"}');
    await backup.run([file], context(original, 'original'));
  });

  test('is one file, readable only by its owner, and leaves no temporary files', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.tar.gz']);
    expect(printed.at(-1)).toContain('keep it safe');
  });

  test('moves a site from the embedded database to a server and back without changes', async () => {
    await restore.run([file], context(server, 'server'));
    expect(await contents(server)).toEqual(await contents(original));
    expect(readFileSync(join(folder, 'server/media/article-images/a-480.webp'), 'utf8')).toBe('picture');
    expect(readFileSync(join(folder, 'server/secrets.json'), 'utf8')).toBe('{"authSecret":"one"}');
    const again = join(folder, 'again.tar.gz');
    await backup.run([again], context(server, 'server'));
    const embedded = await track(openEmbeddedTestDatabase());
    await restore.run([again], context(embedded, 'embedded'));
    expect(await contents(embedded)).toEqual(await contents(original));
    const { rows } = await embedded.db.execute(
      sql`select published, total from published_counts where category_slug = 'sports'`,
    );
    expect(rows).toEqual([{ published: 300, total: 301 }]);
    expect(await embedded.db.$count(articleBylines, sql`author_id is not null`)).toBe(301);
  });

  test('that is damaged, truncated or not a backup leaves the site unchanged', async () => {
    const empty = await track(openEmbeddedTestDatabase());
    const before = await contents(empty);
    const bytes = readFileSync(file);
    const attempts = {
      cut: bytes.subarray(0, bytes.length - 2_000),
      damaged: Buffer.from(bytes).fill(0, 3_000, 3_050),
      text: Buffer.from('not a backup'),
      empty: Buffer.alloc(0),
    };
    for (const [name, content] of Object.entries(attempts)) {
      writeFileSync(join(folder, name), content);
      await expect(restore.run([join(folder, name)], context(empty, 'empty'))).rejects.toThrow(
        /the file is damaged or not a backup.*\. Nothing was changed\./,
      );
    }
    await expect(restore.run([join(folder, 'nowhere')], context(empty, 'empty'))).rejects.toThrow(
      'it does not exist',
    );
    expect(await contents(empty)).toEqual(before);
  });

  test('restored into a site with other secrets drops the sessions and reports it', async () => {
    const other = await track(openEmbeddedTestDatabase());
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other/secrets.json'), '{"authSecret":"two"}');
    await restore.run([file], context(other, 'other'));
    expect(printed.join('\n')).toContain('This site keeps its own secrets');
    const { rows } = await other.db.execute(sql`select count(*)::int as count from session`);
    expect(rows).toEqual([{ count: 0 }]);
    expect(readFileSync(join(folder, 'other/secrets.json'), 'utf8')).toBe('{"authSecret":"two"}');
  });

  test('to a file that another one is writing is refused, and does not disturb it', async () => {
    const again = join(folder, 'concurrent.tar.gz');
    mkdirSync(`${again}.parts/tables`, { recursive: true });
    writeFileSync(`${again}.parts/tables/left-by-a-killed-run`, '');
    const others: PromiseSettledResult<boolean>[] = [];
    const between: Database = {
      ...original,
      async snapshot(copy, work) {
        const spooled = await original.snapshot(copy, work);
        others.push(...(await Promise.allSettled([backup.run([again], context(original, 'original'))])));
        return spooled;
      },
    };
    await backup.run([again], context(between, 'original'));
    const message = expect.stringContaining('Another backup is being written to') as string;
    expect(others).toMatchObject([{ status: 'rejected', reason: { message } }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('concurrent'))).toEqual([
      'concurrent.tar.gz',
    ]);
    const copy = await track(openEmbeddedTestDatabase());
    await restore.run([again], context(copy, 'concurrent'));
    expect(await contents(copy)).toEqual(await contents(original));
  });

  test('that cannot be written reports an error and leaves no files', async () => {
    const nowhere = join(folder, 'missing/backup.tar.gz');
    await expect(backup.run([nowhere], context(original, 'original'))).rejects.toThrow(
      'could not be written',
    );
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });
});

async function fill({ db }: Database): Promise<void> {
  const [ada] = await db
    .insert(user)
    .values({ name: 'Ada “Ünïcode” \\ \n', email: 'ada@news.example' })
    .returning();
  const base = { excerpt: 'E', categorySlug: 'sports', createdBy: ada?.id ?? null, tags: ['a,b', '"c"', ''] };
  const rows = Array.from({ length: 301 }, (_, index) => ({
    ...base,
    slug: `article-${index}`,
    title: `Title ${index} \t 🗞️`,
    content: `<p>${'x\\n"'.repeat(index * 10)}</p>\u2028\n`,
    isDraft: index === 0,
    publishDate: index === 0 ? null : new Date(1_700_000_000_123 + index),
    submittedAt: index === 0 ? new Date(1_700_000_000_456) : null,
  }));
  const [author] = await db
    .insert(authors)
    .values({
      slug: 'ada',
      name: 'Ada',
      picture: '/media/article-images/a-480.webp',
      userId: ada?.id ?? null,
    })
    .returning();
  const bylines = [
    { author: author?.id ?? null, name: 'Ada' },
    { author: null, name: 'Bo' },
  ];
  const [first] = await db
    .insert(articles)
    .values(rows.map((row) => ({ ...row, bylines, authorName: 'Ada and Bo' })))
    .returning();
  await db
    .insert(comments)
    .values({ articleId: first?.id ?? '', userEmail: 'a@b.example', commentText: 'Hello' });
  await db
    .insert(articleNotes)
    .values({ articleId: first?.id ?? '', text: 'Source?\nThanks', createdBy: ada?.id ?? null });
  const { id: articleId = '', ...autosaved } = first ?? {};
  await db.insert(articleAutosaves).values({
    ...(autosaved as Omit<typeof articleAutosaves.$inferInsert, 'articleId'>),
    articleId,
    content: '<img src="/media/article-images/autosaved-480.webp">',
    basedOn: 1,
    version: 7,
    editorId: randomUUID(),
    savedBy: ada?.id ?? null,
    savedAt: new Date(1_700_000_000_789),
  });
  const fields = {
    slug: 'imprint',
    title: 'Imprint',
    content: '<img src="/media/article-images/a-480.webp">',
  };
  const [page] = await db.insert(ownPages).values(fields).returning();
  const pageId = page?.id ?? '';
  await db.insert(ownPageRevisions).values({ ...fields, pageId, revision: 1, savedBy: ada?.id ?? null });
  await db.insert(ownPageSlugs).values([
    { slug: 'imprint', pageId },
    { slug: 'deleted', pageId: null },
  ]);
  await db.execute(sql`update categories set description = 'Ours' where slug = 'sports'`);
  await db.execute(sql`
    insert into session (id, expires_at, token, user_id)
    select gen_random_uuid(), '2031-01-01 00:00:00.123+02', 'token', id from "user"`);
  await db.execute(sql`insert into rate_limits values ('key', 2147483647, '2031-01-01')`);
}

/** Every row of every table, in PostgreSQL's text format. */
async function contents(database: Database): Promise<Record<string, string[]>> {
  return database.maintain(async (client) => {
    await client.query("set time zone 'UTC'");
    const found: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${quoteIdentifier(name)} as t order by 1`,
      );
      found[name] = rows.map(({ row }) => row).toSorted();
    }
    return found;
  });
}
