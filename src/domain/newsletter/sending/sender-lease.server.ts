import { and, count, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { sendIssueJobKind } from './send-issue-job-kind.ts';

/** A run that has not renewed its lease for this long counts as dead. Shorter than the lease of the job. */
const LEASE_MS = 15_000;
/** Milliseconds between two renewals. */
export const RENEW_MS = LEASE_MS / 4;

/** The lease of a run on an issue. `sender` is the fencing token: every run has its own. */
export interface SenderLease {
  readonly issueId: string;
  readonly sender: string;
}

export interface LeasedIssue {
  readonly lease: SenderLease;
  readonly issue: typeof newsletterIssues.$inferSelect;
  /** Deliveries that were accepted and refused by earlier runs. */
  readonly counts: { readonly accepted: number; readonly refused: number };
}

/**
 * Acquires the lease of an issue. Null when another run holds it, or the issue is not being sent or is paused. Deliveries
 * that the previous run left `handed_over` become `unknown`, because it ended without recording their outcome.
 */
export async function acquireLease(
  { database, clock }: NewsletterDeps,
  issueId: string,
): Promise<LeasedIssue | null> {
  return database.transaction(async (tx) => {
    const now = clock();
    const sender = uuidv7();
    const [issue] = await tx
      .update(newsletterIssues)
      .set({ sender, senderUntil: leaseEnd(now) })
      .where(
        and(
          eq(newsletterIssues.id, issueId),
          eq(newsletterIssues.status, 'sending'),
          or(isNull(newsletterIssues.senderUntil), lte(newsletterIssues.senderUntil, now)),
          or(isNull(newsletterIssues.pausedUntil), lte(newsletterIssues.pausedUntil, now)),
        ),
      )
      .returning();
    if (issue === undefined) return null;
    await tx
      .update(newsletterDeliveries)
      .set({ status: 'unknown', changedAt: now, reason: 'The process ended before the outcome was known.' })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'handed_over')));
    return { lease: { issueId, sender }, issue, counts: await countOutcomes(tx, issueId) };
  });
}

async function countOutcomes(tx: Transaction, issueId: string): Promise<LeasedIssue['counts']> {
  const [counted] = await tx
    .select({
      accepted: count(sql`case when ${newsletterDeliveries.status} = 'accepted' then 1 end`),
      refused: count(sql`case when ${newsletterDeliveries.status} = 'refused' then 1 end`),
    })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, issueId));
  return counted ?? { accepted: 0, refused: 0 };
}

/** Renews the lease and locks the row of the issue. Null when another run has taken over. */
export async function renewLease(
  tx: Pick<Transaction, 'update'>,
  lease: SenderLease,
  now: Date,
): Promise<{ readonly stopped: boolean; readonly problem: string | null } | null> {
  const [renewed] = await tx
    .update(newsletterIssues)
    .set({ senderUntil: leaseEnd(now) })
    .where(isHeldBy(lease))
    .returning({ stopped: newsletterIssues.stopped, problem: newsletterIssues.problem });
  return renewed ?? null;
}

export async function releaseLease({ database }: NewsletterDeps, lease: SenderLease): Promise<void> {
  await database.db.update(newsletterIssues).set({ sender: null, senderUntil: null }).where(isHeldBy(lease));
}

/**
 * Enqueues a run for the time when the lease of the current sender expires, in case that sender has died. The key allows
 * one such job per sender, so that duplicate jobs do not keep enqueueing each other.
 */
export async function retryAfterLease({ database }: NewsletterDeps, issueId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [issue] = await tx
      .select({ sender: newsletterIssues.sender, runAt: newsletterIssues.senderUntil })
      .from(newsletterIssues)
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')));
    if (!issue?.sender || issue.runAt === null) return;
    await enqueue(
      tx,
      sendIssueJobKind,
      { issueId },
      { runAt: issue.runAt, key: `${issueId}:${issue.sender}` },
    );
  });
}

export const isHeldBy = ({ issueId, sender }: SenderLease) =>
  and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.sender, sender));
const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);
