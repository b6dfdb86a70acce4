import type { Database, Transaction } from '#platform/db/database.ts';
import { organizationBylines } from './tables.server.ts';

/**
 * Records the name under which the publication signs articles, and returns all names it has ever used. A changed setting
 * is recorded with the change; this also covers the default and the environment.
 */
export async function recordByline(database: Database, name: string): Promise<ReadonlySet<string>> {
  const recorded = await database.db.select({ name: organizationBylines.name }).from(organizationBylines);
  const names = new Set(recorded.map((row) => row.name));
  if (names.has(name)) return names;
  await database.transaction((tx) => insertByline(tx, name));
  return names.add(name);
}

export async function insertByline(tx: Transaction, name: string): Promise<void> {
  await tx.insert(organizationBylines).values({ name }).onConflictDoNothing();
}
