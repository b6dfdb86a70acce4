import { asc, eq, or } from 'drizzle-orm';
import { findScope } from '#domain/accounts/permissions.ts';
import type { ReducedAccess } from '#domain/accounts/reduced-access.ts';
import type { Transaction } from '#platform/db/database.ts';
import { undoApprovals } from './approving.server.ts';
import { newsletterIssues } from './tables.server.ts';

/**
 * Undoes the approvals of a person who may not send the newsletter any more, of issues whose sending has not begun: they are drafts
 * again, and wait for another approval. Locks the issues that refer to an account that is going to be deleted.
 */
export async function reduceNewsletterAccess(
  tx: Transaction,
  { userId, role, isRemoved, actor, now }: ReducedAccess,
): Promise<void> {
  if (isRemoved) await lockIssuesOf(tx, userId);
  if (findScope(role, 'newsletter.send') !== null) return;
  await undoApprovals(tx, actor, eq(newsletterIssues.approvedBy, userId), { updatedAt: now });
}

async function lockIssuesOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(or(eq(newsletterIssues.updatedBy, userId), eq(newsletterIssues.approvedBy, userId)))
    .orderBy(asc(newsletterIssues.id))
    .for('update');
}
