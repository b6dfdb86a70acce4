import type { Database } from '#platform/db/database.ts';
import { organizationBylines } from './tables.server.ts';

/**
 * Records the name under which the publication signs articles, so that a name stays one of an organization after it has
 * changed. Call it once at startup: the name is an environment variable and changes only with a restart.
 */
export async function recordByline(database: Database, name: string): Promise<void> {
  await database.transaction((tx) => tx.insert(organizationBylines).values({ name }).onConflictDoNothing());
}
