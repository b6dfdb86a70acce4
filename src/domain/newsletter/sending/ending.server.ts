import { and, count, eq, inArray, min } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { issueSending } from './issue-sending.ts';

/** Ends an issue that is being sent when every copy has come to an end, and otherwise asks for the run that goes on. */
export async function endOrGoOn(tx: Transaction, issueId: string, now: Date): Promise<void> {
  const isThis = eq(newsletterIssues.id, issueId);
  const [issue] = await tx.select().from(newsletterIssues).where(isThis).for('update');
  if (issue?.status !== 'sending') return;
  const [left] = await tx
    .select({ copies: count(), next: min(newsletterDeliveries.dueAt) })
    .from(newsletterDeliveries)
    .where(
      and(
        eq(newsletterDeliveries.issueId, issueId),
        inArray(newsletterDeliveries.status, ['queued', 'handed_over']),
      ),
    );
  if ((left?.copies ?? 0) === 0) {
    await tx
      .update(newsletterIssues)
      .set({ status: 'sent', sentAt: now, problem: null, pausedUntil: null, pauses: 0 })
      .where(isThis);
    return;
  }
  const times = [now, left?.next, issue.pausedUntil].flatMap((time) => (time ? [time.getTime()] : []));
  const runAt = new Date(Math.max(...times));
  await enqueue(tx, issueSending, { issueId }, runAt > now ? { runAt } : {});
}
