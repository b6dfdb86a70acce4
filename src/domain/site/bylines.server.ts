import type { Database } from '#platform/db/database.ts';
import { organizationBylines } from './tables.server.ts';

/**
 * Records the name the publication signs articles with, and returns every name it ever signed with. To be called once at
 * the start of a process: the name is an environment variable and changes with a restart only.
 */
export async function recordByline(database: Database, name: string): Promise<ReadonlySet<string>> {
  const recorded = await database.db.select({ name: organizationBylines.name }).from(organizationBylines);
  const names = new Set(recorded.map((row) => row.name));
  if (names.has(name)) return names;
  await database.transaction((tx) => tx.insert(organizationBylines).values({ name }).onConflictDoNothing());
  return names.add(name);
}
