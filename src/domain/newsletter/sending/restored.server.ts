import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { completeOrContinue } from './completing.server.ts';

/**
 * Prevents a restored database from sending an issue again. The site went on after the backup was made, so that nobody
 * knows which recipients have the issue by now. Every open delivery becomes `unknown`, and an approved issue becomes a
 * draft. Returns the number of deliveries and issues that a person has to decide about.
 */
export async function settleRestoredIssues(tx: Transaction, now: Date): Promise<number> {
  const withdrawn = await withdrawApprovals(tx);
  const unknown = await tx
    .update(newsletterDeliveries)
    .set({ status: 'unknown', changedAt: now, reason: RESTORED_REASON })
    .where(inArray(newsletterDeliveries.status, ['queued', 'handed_over']))
    .returning({ id: newsletterDeliveries.id });
  const sending = await tx
    .update(newsletterIssues)
    // The process that held the lease sends for the former database.
    .set({ sender: null, senderUntil: null })
    .where(eq(newsletterIssues.status, 'sending'))
    .returning({ id: newsletterIssues.id });
  for (const { id } of sending) await completeOrContinue(tx, id, now);
  return withdrawn + unknown.length;
}

async function withdrawApprovals(tx: Transaction): Promise<number> {
  const withdrawn = await tx
    .update(newsletterIssues)
    .set({
      status: 'draft',
      sendAt: null,
      approvedBy: null,
      problem: APPROVED_PROBLEM,
      revision: sql`${newsletterIssues.revision} + 1`,
    })
    .where(eq(newsletterIssues.status, 'approved'))
    .returning({ id: newsletterIssues.id });
  return withdrawn.length;
}

const RESTORED_REASON = 'The site was restored from a backup made before the outcome was known.';
const APPROVED_PROBLEM =
  'This issue was approved when the backup was made from which the site was restored. It may have been sent since.';
