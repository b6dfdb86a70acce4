import type { Database } from '#platform/db/database.ts';
import { organizationBylines } from './tables.server.ts';

/**
 * Records the name under which the publication signs articles, and returns all names it has ever used. Call it once at
 * startup: the name is an environment variable and changes only with a restart.
 */
export async function recordByline(database: Database, name: string): Promise<ReadonlySet<string>> {
  const recorded = await database.db.select({ name: organizationBylines.name }).from(organizationBylines);
  const names = new Set(recorded.map((row) => row.name));
  if (names.has(name)) return names;
  await database.transaction((tx) => tx.insert(organizationBylines).values({ name }).onConflictDoNothing());
  return names.add(name);
}
