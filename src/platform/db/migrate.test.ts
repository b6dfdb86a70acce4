import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { createTestDatabase, startPostgres } from '../../../test/postgres.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { listMigrations, migrate, migrationsFolder } from './migrate.server.ts';
import { openDatabase } from './open-database.server.ts';

const folder = useTemporaryFolder();

/** A copy of the migrations with an additional one. */
function withMigration(name: string, statements: string, laterMs = 1): string {
  const copy = join(folder, `${name}-${Math.random()}`);
  cpSync(migrationsFolder, copy, { recursive: true });
  const path = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: object[] };
  const when = (listMigrations().at(-1)?.when ?? 0) + laterMs;
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: name, breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(copy, `${name}.sql`), statements);
  return copy;
}

test('migrations are numbered in the order of their timestamps: drizzle skips one that is older than the last', () => {
  const migrations = listMigrations();
  expect(migrations.map(({ when }) => when)).toEqual(
    migrations.map(({ when }) => when).toSorted((a, b) => a - b),
  );
  expect(new Set(migrations.map(({ when }) => when)).size).toBe(migrations.length);
  expect(migrations.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(migrations.map((_, index) => index));
});

describe.each(databases)('migrating the $name database', ({ open }) => {
  const opened = useDatabase(open);

  const exists = async (name: string) => {
    const { rows } = await opened.database.db.execute<{ found: boolean }>(
      sql`select to_regclass(${name}) is not null as found`,
    );
    return rows[0]?.found;
  };

  test('rolls back a migration that fails half way, and can be repeated', async () => {
    const broken = withMigration(
      'broken',
      'create table half (a int);\n--> statement-breakpoint\nselect 1 / 0;',
    );
    await expect(migrate(opened.database, broken)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^The database could not be changed .*: division by zero\. Nothing was changed\. [^\n]+$/,
      ),
      cause: { code: '22012' },
    });
    expect(await exists('half')).toBe(false);
    await migrate(opened.database, withMigration('mended', 'create table half (a int);'));
    expect(await exists('half')).toBe(true);
  });

  test('is refused for a database of a newer release', async () => {
    await migrate(opened.database, withMigration('future', 'select 1;', 60_000));
    await expect(migrate(opened.database)).rejects.toThrow('written by a newer release');
  });
});

test('several processes can migrate an empty server database concurrently', async () => {
  const shared = inject('postgresUrl');
  const own = shared === undefined ? await startPostgres() : undefined;
  const url = await createTestDatabase(shared ?? own?.url ?? '');
  const starters = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url })));
  await expect(Promise.all(starters.map((database) => migrate(database)))).resolves.toBeDefined();
  const [first] = starters;
  const { rows } = (await first?.db.execute(sql`select count(*)::int as count from categories`)) ?? {
    rows: [],
  };
  expect(rows).toEqual([{ count: 12 }]);
  await Promise.all(starters.map((database) => database.close()));
  await own?.stop();
});
