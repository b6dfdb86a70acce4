import { embeddedTemplate } from './databases.ts';
import { startPostgresWithTemplate } from './postgres-templates.ts';

interface Project {
  provide(key: 'postgresUrl', value: string): void;
}

/** Runs once before all unit tests: starts one PostgreSQL and creates a migrated template of each kind of database. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startPostgresWithTemplate(), embeddedTemplate()]);
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
