import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { deleteInvitation } from './invitations.server.ts';
import type { Role } from './permissions.ts';
import { userRoles } from './tables.server.ts';

/**
 * Grants a role in place of any other. Resolves to false if the account already has it. Deletes a pending invitation, whose
 * link would replace the role by the one that was offered earlier.
 */
export async function setRole(tx: Transaction, userId: string, role: Role): Promise<boolean> {
  await deleteInvitation(tx, userId);
  const [before] = await tx.select().from(userRoles).where(eq(userRoles.userId, userId)).for('update');
  if (before?.role === role) return false;
  await tx
    .insert(userRoles)
    .values({ userId, role })
    .onConflictDoUpdate({ target: userRoles.userId, set: { role } });
  return true;
}

/** Revokes the role and deletes a pending invitation, which would grant one again. */
export async function revokeRole(tx: Transaction, userId: string): Promise<void> {
  await deleteInvitation(tx, userId);
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
}
