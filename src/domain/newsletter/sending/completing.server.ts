import { and, count, eq, inArray, min } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { sendIssueJobKind } from './send-issue-job-kind.ts';

/** Marks an issue as sent when every delivery has ended. Otherwise enqueues the next run. */
export async function completeOrContinue(tx: Transaction, issueId: string, now: Date): Promise<void> {
  const isThis = eq(newsletterIssues.id, issueId);
  const [issue] = await tx.select().from(newsletterIssues).where(isThis).for('update');
  if (issue?.status !== 'sending') return;
  const [remaining] = await tx
    .select({ total: count(), nextDueAt: min(newsletterDeliveries.dueAt) })
    .from(newsletterDeliveries)
    .where(
      and(
        eq(newsletterDeliveries.issueId, issueId),
        inArray(newsletterDeliveries.status, ['queued', 'handed_over']),
      ),
    );
  if ((remaining?.total ?? 0) === 0) {
    await tx
      .update(newsletterIssues)
      .set({ status: 'sent', sentAt: now, problem: null, pausedUntil: null, pauses: 0 })
      .where(isThis);
    return;
  }
  const times = [now, remaining?.nextDueAt, issue.pausedUntil].flatMap((time) =>
    time ? [time.getTime()] : [],
  );
  const runAt = new Date(Math.max(...times));
  await enqueue(tx, sendIssueJobKind, { issueId }, runAt > now ? { runAt } : {});
}
