import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { deleteTokens, issueToken, LIFETIME_SECONDS, type TokenClaim } from './one-time-token.server.ts';
import { type Role, ROLES } from './permissions.ts';
import { invitations, user } from './tables.server.ts';

/** Returns the account with this address, or creates one that nobody can sign in to until a link sets its password. */
export async function findOrCreateAccount(tx: Transaction, email: string): Promise<typeof user.$inferSelect> {
  await tx
    .insert(user)
    .values({ id: uuidv7(), name: email.slice(0, email.indexOf('@')), email })
    .onConflictDoNothing({ target: user.email });
  const [found] = await tx.select().from(user).where(eq(user.email, email)).for('update');
  if (!found) throw new Error('an account was deleted while it was being invited');
  return found;
}

interface NewInvitation {
  readonly userId: string;
  readonly role: Role;
  /** Null: the command line. */
  readonly invitedBy: string | null;
}

/**
 * Creates a single-use token, valid for three days, whose link sets the password of the account, confirms its address
 * and grants the role. An earlier invitation of the account becomes invalid.
 */
export async function issueInvitation(
  tx: Transaction,
  { userId, role, invitedBy }: NewInvitation,
  now: Date,
): Promise<string> {
  await deleteTokens(tx, userId, 'invite-admin');
  await deleteTokens(tx, userId, 'invitation');
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS.invitation * 1000);
  const row = { role, invitedBy, sentAt: now, expiresAt };
  await tx
    .insert(invitations)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: invitations.userId, set: row });
  return issueToken(tx, 'invitation', userId, { now });
}

/** Deletes the invitation of an account and its link. Resolves to false if there was none. */
export async function deleteInvitation(tx: Transaction, userId: string): Promise<boolean> {
  await deleteTokens(tx, userId, 'invite-admin');
  await deleteTokens(tx, userId, 'invitation');
  const deleted = await tx
    .delete(invitations)
    .where(eq(invitations.userId, userId))
    .returning({ userId: invitations.userId });
  return deleted.length > 0;
}

/** The role that a used link grants, or null. Deletes the invitation: every link of the account has become invalid. */
export async function consumeInvitation(
  tx: Transaction,
  { userId, purpose }: TokenClaim,
): Promise<Role | null> {
  const [invitation] = await tx.delete(invitations).where(eq(invitations.userId, userId)).returning();
  // Issued by an earlier release, which had one role and no table of invitations.
  if (purpose === 'invite-admin') return 'admin';
  if (purpose !== 'invitation') return null;
  return ROLES.find((role) => role === invitation?.role) ?? null;
}
