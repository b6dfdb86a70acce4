import { and, asc, eq, or, sql } from 'drizzle-orm';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import type { ReducedAccess } from '#domain/accounts/reduced-access.ts';
import type { Transaction } from '#platform/db/database.ts';
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
  const undone = await tx
    .update(newsletterIssues)
    .set({
      status: 'draft',
      sendAt: null,
      approvedBy: null,
      updatedAt: now,
      revision: sql`${newsletterIssues.revision} + 1`,
    })
    .where(and(eq(newsletterIssues.approvedBy, userId), eq(newsletterIssues.status, 'approved')))
    .returning({ id: newsletterIssues.id, name: newsletterIssues.subject });
  for (const object of undone) await recordEvent(tx, actor, { action: 'newsletter_approval_undone', object });
}

async function lockIssuesOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(or(eq(newsletterIssues.updatedBy, userId), eq(newsletterIssues.approvedBy, userId)))
    .orderBy(asc(newsletterIssues.id))
    .for('update');
}
