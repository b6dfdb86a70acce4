import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import { organizationBylines } from './tables.server.ts';

/**
 * Records the name under which the publication signs articles, so that a name stays one of an organization after it has
 * changed. A changed setting is recorded with the change; this also covers the default and the environment.
 */
export async function recordByline(database: Database, name: string): Promise<void> {
  if ((await database.db.$count(organizationBylines, eq(organizationBylines.name, name))) > 0) return;
  await database.transaction((tx) => insertByline(tx, name));
}

export async function insertByline(tx: Transaction, name: string): Promise<void> {
  await tx.insert(organizationBylines).values({ name }).onConflictDoNothing();
}
