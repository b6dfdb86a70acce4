import { migrate } from '#platform/db/migrate.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { embeddedTemplate, TEMPLATE } from './databases.ts';
import { databaseUrl, runOnServer, startPostgres } from './postgres.ts';

interface Project {
  provide(key: 'postgresUrl', value: string): void;
}

/** Runs once per test run: starts one PostgreSQL and creates a migrated template of each kind of database. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startPostgres(), embeddedTemplate()]);
  await runOnServer(postgres.url, `create database ${TEMPLATE}`);
  const database = await openDatabase({ url: databaseUrl(postgres.url, TEMPLATE) });
  await migrate(database);
  await database.close();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
