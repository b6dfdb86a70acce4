import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import type { Database } from './database.ts';

// An arbitrary number that no other code uses as an advisory lock.
const ADVISORY_LOCK = 7_365_112;

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });
export type Migration = z.infer<typeof Journal>['entries'][number];

export const migrationsFolder = join(packageRoot, 'migrations');

/**
 * Applies all missing migrations, or none if one fails. When several processes start at once, one migrates and the
 * others wait; without the lock, drizzle would fail in the others.
 */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  await database.maintain(async (client) => {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    try {
      await refuseNewer(client, folder);
      await runMigrations(drizzle(client), { migrationsFolder: folder }).catch(throwMigrationError);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    }
  });
}

/** All missing migrations run in one transaction, so a failed one has changed nothing. */
function throwMigrationError(error: unknown): never {
  // The message of drizzle's error is the whole SQL text; its cause is the error of PostgreSQL.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  throw new OperatorError(
    `The database could not be changed to the schema of this release: ${errorText(cause)}. Nothing was changed. Start the ` +
      'release that ran before, make a backup (npm run cli -- backup FILE), and report this message.',
    { cause },
  );
}

export function listMigrations(folder = migrationsFolder): Migration[] {
  return Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))).entries;
}

/** Timestamp of the newest migration applied to the database; 0 when there is none. */
export async function lastMigration(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows: found } = await client.query<{ known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  );
  if (!found[0]?.known) return 0;
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.last ?? 0);
}

async function refuseNewer(client: PoolClient, folder: string): Promise<void> {
  if ((await lastMigration(client)) <= (listMigrations(folder).at(-1)?.when ?? 0)) return;
  throw new OperatorError(
    'The database was written by a newer release of this software. Start that release, or restore a backup made ' +
      'before the upgrade into an empty database.',
  );
}
