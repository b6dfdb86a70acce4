import { and, eq, sql } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { composeNext } from './composing-next.server.ts';
import { type IssueVersion, lockDraft } from './editing.server.ts';
import { HOLD_MS, HTML_LIMIT } from './issue.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { issueSending } from './sending/issue-sending.ts';
import { newsletterIssues } from './tables.server.ts';

/** Lets an issue go: it is sent ten minutes from now, unless it is taken back. Nothing is ever sent without this. */
export async function approveIssue(
  parts: NewsletterParts,
  actor: Actor,
  version: IssueVersion,
): Promise<void> {
  requireEditor(actor);
  if (!parts.mail.isComplete)
    throw new Refusal(
      'conflict',
      'The newsletter needs SMTP: mails through EmailJS carry no HTML and no way to unsubscribe.',
    );
  await parts.database.transaction(async (tx) => {
    const row = await lockDraft(tx, version);
    const composed = await composeNext(tx, parts, row);
    if (composed === null) throw new Refusal('unprocessable', 'An issue has at least one published article.');
    if (Buffer.byteLength(composed.html) > HTML_LIMIT)
      throw new Refusal('unprocessable', 'This is more than a mail can hold. Please take out an article.');
    const now = parts.clock();
    const sendAt = new Date(now.getTime() + HOLD_MS);
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
    await enqueue(tx, issueSending, { issueId: version.id }, { runAt: sendAt });
  });
}

/** Takes the approval back while the issue is held. Refuses `conflict` when sending has begun. */
export async function undoApproval(
  { database, clock }: NewsletterParts,
  actor: Actor,
  id: string,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const undone = await tx
      .update(newsletterIssues)
      .set({
        status: 'draft',
        sendAt: null,
        approvedBy: null,
        updatedAt: clock(),
        updatedBy: actor.userId,
        revision: sql`${newsletterIssues.revision} + 1`,
      })
      .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.status, 'approved')))
      .returning({ id: newsletterIssues.id });
    if (undone.length > 0) return;
    const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
    if (row === undefined) throw new Refusal('not_found', 'There is no such issue.');
    throw new Refusal(
      'conflict',
      row.status === 'draft' ? 'This issue is a draft.' : 'This issue is on its way already.',
    );
  });
}
