import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { type EventActor, recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { composeNext } from './composing-next.server.ts';
import { type IssueVersion, lockDraft } from './editing.server.ts';
import { SEND_DELAY_MS, HTML_LIMIT } from './issue.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { sendIssueJobKind } from './sending/send-issue-job-kind.ts';
import { newsletterIssues } from './tables.server.ts';

/**
 * Approves an issue and schedules it to be sent in ten minutes. The approval can be undone until then. No issue is ever
 * sent without an approval.
 */
export async function approveIssue(deps: NewsletterDeps, actor: Actor, version: IssueVersion): Promise<void> {
  requirePermission(actor, 'newsletter.send');
  if (!deps.mail.supportsHtml)
    throw new DomainError(
      'conflict',
      'The newsletter needs SMTP: emails sent through EmailJS have no HTML and no unsubscribe header.',
    );
  await deps.database.transaction(async (tx) => {
    const row = await lockDraft(tx, version);
    const composed = await composeNext(tx, deps, row);
    if (composed === null)
      throw new DomainError('unprocessable', 'An issue needs at least one published article.');
    if (Buffer.byteLength(composed.html) > HTML_LIMIT)
      throw new DomainError(
        'unprocessable',
        'This issue is too large for an email. Please remove an article.',
      );
    const now = deps.clock();
    const sendAt = new Date(now.getTime() + SEND_DELAY_MS);
    await tx
      .update(newsletterIssues)
      .set({
        status: 'approved',
        sendAt,
        approvedBy: actor.userId,
        updatedAt: now,
        updatedBy: actor.userId,
        revision: sql`${newsletterIssues.revision} + 1`,
      })
      .where(eq(newsletterIssues.id, version.id));
    await recordEvent(tx, actor, {
      action: 'newsletter_approved',
      object: { id: version.id, name: row.subject },
    });
    await enqueue(tx, sendIssueJobKind, { issueId: version.id }, { runAt: sendAt });
  });
}

/** Undoes the approval of a scheduled issue. Throws `conflict` when sending has started. */
export async function undoApproval(
  { database, clock }: NewsletterDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  requirePermission(actor, 'newsletter.send');
  await database.transaction(async (tx) => {
    const change = { updatedAt: clock(), updatedBy: actor.userId };
    if ((await undoApprovals(tx, actor, eq(newsletterIssues.id, id), change)) > 0) return;
    const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
    if (row === undefined) throw new DomainError('not_found', 'This issue does not exist.');
    throw new DomainError(
      'conflict',
      row.status === 'draft'
        ? 'This issue is a draft.'
        : 'This issue is already being sent or has been sent.',
    );
  });
}

/**
 * Makes issues drafts again that are approved and whose sending has not begun, and records it.
 *
 * @param which the condition of the issues
 * @returns the number of them
 */
export async function undoApprovals(
  tx: Transaction,
  actor: EventActor | null,
  which: SQL,
  change: { readonly updatedAt: Date; readonly updatedBy?: string },
): Promise<number> {
  const undone = await tx
    .update(newsletterIssues)
    .set({
      ...change,
      status: 'draft',
      sendAt: null,
      approvedBy: null,
      revision: sql`${newsletterIssues.revision} + 1`,
    })
    .where(and(which, eq(newsletterIssues.status, 'approved')))
    .returning({ id: newsletterIssues.id, name: newsletterIssues.subject });
  for (const object of undone) await recordEvent(tx, actor, { action: 'newsletter_approval_undone', object });
  return undone.length;
}
