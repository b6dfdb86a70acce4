import { asc, eq, or } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { ownPages } from './tables.server.ts';

/** Before the deletion of an account: waits for saves of pages that refer to it, which would wait for the account. */
export async function lockPagesOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: ownPages.id })
    .from(ownPages)
    .where(or(eq(ownPages.createdBy, userId), eq(ownPages.updatedBy, userId)))
    .orderBy(asc(ownPages.id))
    .for('update');
}
