import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { user } from './tables.server.ts';

export type UserRow = typeof user.$inferSelect;

/**
 * Locks the account of a signed-in user. First in each transaction that changes passwords, links or sessions: two of them
 * could otherwise deadlock. Throws `unauthenticated` if the account was deleted.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow> {
  const [owner] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
  if (owner === undefined) throw new DomainError('unauthenticated');
  return owner;
}
