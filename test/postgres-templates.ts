import { migrate } from '#platform/db/migrate.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import type { Database } from '#platform/db/database.ts';
import { databaseUrl, type Postgres, runOnServer, startPostgres } from './postgres.ts';

/** The migrated template database on the test server. */
export const TEMPLATE = 'meridian_template';

/** Starts a PostgreSQL server with a migrated template. */
export async function startPostgresWithTemplate(): Promise<Postgres> {
  const postgres = await startPostgres();
  await createTemplate(postgres, TEMPLATE, 'template1', migrate);
  return postgres;
}

/**
 * Creates a database that others are copied from.
 * @param from the database that it is a copy of
 * @param fill must close every connection that it opens: a database in use cannot be copied
 */
export async function createTemplate(
  postgres: Postgres,
  name: string,
  from: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<void> {
  await runOnServer(postgres.url, `create database ${name} template ${from}`);
  const database = await openDatabase({ url: databaseUrl(postgres.url, name) });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}
