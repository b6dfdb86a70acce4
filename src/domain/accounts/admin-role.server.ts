import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { tokenUrl } from './token-url.ts';
import { deleteTokens, issueToken } from './one-time-token.server.ts';
import { user, userRoles } from './tables.server.ts';

/** Grants the role. Resolves to false if the account already has it. */
export async function grantAdminRole(tx: Transaction, userId: string): Promise<boolean> {
  const granted = await tx
    .insert(userRoles)
    .values({ userId, role: 'admin' })
    .onConflictDoNothing()
    .returning({ userId: userRoles.userId });
  return granted.length > 0;
}

/** Revokes the role and deletes pending invitations, which would grant it again. Resolves to false if there was no role. */
export async function revokeAdminRole(tx: Transaction, userId: string): Promise<boolean> {
  await deleteTokens(tx, userId, 'invite-admin');
  const revoked = await tx
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin')))
    .returning({ userId: userRoles.userId });
  return revoked.length > 0;
}

/**
 * Creates a single-use link, valid for three days, that sets the password of the account, confirms its address and grants
 * the role. Creates the account if there is none; nobody can sign in to it until the password is set.
 */
export async function inviteAdmin(
  tx: Transaction,
  email: string,
  publicUrl: string,
  now: Date,
): Promise<string> {
  await tx
    .insert(user)
    .values({ id: uuidv7(), name: email.slice(0, email.indexOf('@')), email })
    .onConflictDoNothing({ target: user.email });
  const [invited] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email)).limit(1);
  if (!invited) throw new Error('an account was deleted while it was being invited');
  const token = await issueToken(tx, 'invite-admin', invited.id, now);
  return tokenUrl(publicUrl, '/admin', 'verification', token);
}
