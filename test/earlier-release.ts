import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrationsFolder } from '#platform/db/migrate.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { createTestDatabase, startPostgres } from './postgres.ts';

/**
 * Copies the migrations of the release before the one named `…_NAME` into a folder, and returns the path of the copy.
 * Throws if there is no such migration.
 */
export function migrationsBefore(name: string, folder: string): string {
  const copy = join(folder, 'migrations');
  cpSync(migrationsFolder, copy, { recursive: true });
  const path = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag.endsWith(`_${name}`));
  if (end <= 0) throw new Error(`there is no release before a migration ${name}`);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return copy;
}

async function openServer() {
  const shared = inject('postgresUrl');
  const own = shared === undefined ? await startPostgres() : undefined;
  const database = await openDatabase({ url: await createTestDatabase(shared ?? own?.url ?? '') });
  return { database, stop: () => own?.stop() };
}

const openEmbedded = async () => ({
  database: await openDatabase({ memory: true }),
  stop: () => Promise.resolve(),
});

/** For describe.each: both databases, empty and not migrated. The test closes the database and calls `stop`. */
export const unmigratedDatabases = [
  ['embedded', openEmbedded],
  ['server', openServer],
] as const;
