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

// Any number nobody else takes in this database.
const ADVISORY_LOCK = 7_365_112;

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });
export type Migration = z.infer<typeof Journal>['entries'][number];

export const migrationsFolder = join(packageRoot, 'migrations');

/**
 * Brings the database to the schema of this release: all missing migrations or none of them. Of several processes
 * that start at once one does it and the others wait; drizzle by itself would let them fail.
 */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  await database.maintain(async (client) => {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    try {
      await refuseNewer(client, folder);
      await runMigrations(drizzle(client), { migrationsFolder: folder }).catch(explain);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    }
  });
}

/** All missing migrations are one transaction, so a failed one has changed nothing. */
function explain(error: unknown): never {
  // drizzle's own message is the whole SQL text; what PostgreSQL said is its cause.
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

/** When the newest migration of the database was written; 0 for one without any. */
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
