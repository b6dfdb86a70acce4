import { and, count, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { issueSending } from './issue-sending.ts';

/** A run that has not renewed its lease for so long is gone. Shorter than the lease of the job that runs it. */
const LEASE_MS = 15_000;
/** Milliseconds between two renewals. */
export const RENEW_MS = LEASE_MS / 4;

/** The issue that is sent, and by which run. `sender` is the fencing token: a later run has another one. */
export interface Sending {
  readonly issueId: string;
  readonly sender: string;
}

export interface TakenIssue {
  readonly sending: Sending;
  readonly issue: typeof newsletterIssues.$inferSelect;
  /** Copies that were accepted and refused before. */
  readonly counts: { readonly accepted: number; readonly refused: number };
}

/**
 * Makes this run the only one that sends the issue; null when another one does, or the issue is not being sent, or is to
 * wait. Copies that were handed over by the run before are `unknown` now: it is gone and has not recorded their outcome.
 */
export async function takeIssue(
  { database, clock }: NewsletterParts,
  issueId: string,
): Promise<TakenIssue | null> {
  return database.transaction(async (tx) => {
    const now = clock();
    const sender = uuidv7();
    const [issue] = await tx
      .update(newsletterIssues)
      .set({ sender, senderUntil: until(now) })
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
      .set({ status: 'unknown', changedAt: now, reason: 'The process ended while it was handed over.' })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'handed_over')));
    return { sending: { issueId, sender }, issue, counts: await countEnded(tx, issueId) };
  });
}

async function countEnded(tx: Transaction, issueId: string): Promise<TakenIssue['counts']> {
  const [counted] = await tx
    .select({
      accepted: count(sql`case when ${newsletterDeliveries.status} = 'accepted' then 1 end`),
      refused: count(sql`case when ${newsletterDeliveries.status} = 'refused' then 1 end`),
    })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, issueId));
  return counted ?? { accepted: 0, refused: 0 };
}

/** Renews the lease and locks the row of the issue. Null when the issue is not this run's any more. */
export async function renewLease(
  tx: Pick<Transaction, 'update'>,
  sending: Sending,
  now: Date,
): Promise<{ readonly stopped: boolean; readonly problem: string | null } | null> {
  const [renewed] = await tx
    .update(newsletterIssues)
    .set({ senderUntil: until(now) })
    .where(isMine(sending))
    .returning({ stopped: newsletterIssues.stopped, problem: newsletterIssues.problem });
  return renewed ?? null;
}

export async function releaseIssue({ database }: NewsletterParts, sending: Sending): Promise<void> {
  await database.db.update(newsletterIssues).set({ sender: null, senderUntil: null }).where(isMine(sending));
}

/**
 * Another run sends the issue: asks for one more look when its lease would end, for it may be gone. Once for each sender,
 * so that jobs that came too often do not keep each other alive.
 */
export async function lookAgain({ database }: NewsletterParts, issueId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [issue] = await tx
      .select({ sender: newsletterIssues.sender, runAt: newsletterIssues.senderUntil })
      .from(newsletterIssues)
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')));
    if (!issue?.sender || issue.runAt === null) return;
    await enqueue(tx, issueSending, { issueId }, { runAt: issue.runAt, key: `${issueId}:${issue.sender}` });
  });
}

export const isMine = ({ issueId, sender }: Sending) =>
  and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.sender, sender));
const until = (now: Date) => new Date(now.getTime() + LEASE_MS);
