import { eq, sql } from 'drizzle-orm';
import { composeNext } from '../composing-next.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from '../tables.server.ts';
import { archiveTag } from '../tags.ts';

/**
 * The end of the hold. In one transaction the issue gets its number and its final form, and every confirmed subscriber a
 * row that says what became of their copy: from here on nobody can be missed or mailed twice unnoticed. Does nothing to
 * an issue that is not held any more, or whose hold is not over.
 */
export async function beginSending(parts: NewsletterParts, issueId: string): Promise<void> {
  const { database, clock } = parts;
  await database.transaction(async (tx) => {
    const now = clock();
    const [issue] = await tx
      .select()
      .from(newsletterIssues)
      .where(eq(newsletterIssues.id, issueId))
      .for('update');
    if (issue?.status !== 'approved' || issue.sendAt === null || issue.sendAt > now) return;
    const composed = await composeNext(tx, parts, issue);
    if (composed === null) {
      // All of its articles were taken down meanwhile: somebody has to look at it again.
      await tx
        .update(newsletterIssues)
        .set({
          status: 'draft',
          sendAt: null,
          approvedBy: null,
          problem: 'It was not sent: none of its articles is published any more.',
          revision: sql`${newsletterIssues.revision} + 1`,
        })
        .where(eq(newsletterIssues.id, issueId));
      return;
    }
    const { number, html, text } = composed;
    await tx
      .update(newsletterIssues)
      .set({ status: 'sending', number, html, text, startedAt: now, problem: null })
      .where(eq(newsletterIssues.id, issueId));
    const at = sql`${now.toISOString()}::timestamptz`;
    await tx.execute(sql`
      insert into ${newsletterDeliveries} (id, issue_id, subscriber_id, due_at, changed_at)
      select gen_random_uuid(), ${issueId}, id, ${at}, ${at}
      from ${newsletterSubscribers} where status = 'confirmed'`);
    tx.touch(archiveTag);
  });
}
