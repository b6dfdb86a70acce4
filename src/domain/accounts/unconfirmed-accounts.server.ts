import { and, eq, gt, lt, not, notExists, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/durations.ts';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { invitations, user, userRoles, verification } from './tables.server.ts';

/** Days after which an account whose address was never confirmed is deleted. Longer than any link to confirm it is valid. */
export const UNCONFIRMED_ACCOUNT_DAYS = 14;

/**
 * Accounts whose address was not confirmed: anybody can create one with the address of someone else. Those of the newsroom stay, with
 * a role or an invitation, and so does one to which a valid link was sent again.
 */
export const unconfirmedAccountRetention: RetentionRule = {
  kind: 'accounts.prune-unconfirmed',
  deleteBatch: (tx, before, limit) => {
    const now = new Date(before.getTime() + UNCONFIRMED_ACCOUNT_DAYS * DAY_MS);
    const role = tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.userId, user.id));
    const invitation = tx
      .select({ id: invitations.userId })
      .from(invitations)
      .where(eq(invitations.userId, user.id));
    const link = tx
      .select({ id: verification.id })
      .from(verification)
      .where(and(eq(verification.value, sql`${user.id}::text`), gt(verification.expiresAt, now)));
    return deleteById(
      tx,
      user,
      and(
        not(user.emailVerified),
        lt(user.createdAt, before),
        notExists(role),
        notExists(invitation),
        notExists(link),
      ),
      limit,
    );
  },
};
