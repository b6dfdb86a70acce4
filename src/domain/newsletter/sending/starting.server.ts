import { eq, sql } from 'drizzle-orm';
import { composeNext } from '../composing-next.server.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from '../tables.server.ts';
import { archiveTag } from '../cache-tags.ts';

/**
 * Starts sending an approved issue at its scheduled time. One transaction assigns the number, stores the rendered email
 * and inserts a delivery for every confirmed subscriber, so that no recipient is skipped or emailed twice unnoticed. Does
 * nothing if the issue is no longer approved or its scheduled time has not come.
 */
export async function startSending(deps: NewsletterDeps, issueId: string): Promise<void> {
  const { database, clock } = deps;
  await database.transaction(async (tx) => {
    const now = clock();
    const [issue] = await tx
      .select()
      .from(newsletterIssues)
      .where(eq(newsletterIssues.id, issueId))
      .for('update');
    if (issue?.status !== 'approved' || issue.sendAt === null || issue.sendAt > now) return;
    const composed = await composeNext(tx, deps, issue);
    if (composed === null) {
      // All of its articles were unpublished since the approval. An editor has to revise the issue.
      await tx
        .update(newsletterIssues)
        .set({
          status: 'draft',
          sendAt: null,
          approvedBy: null,
          problem: 'This issue was not sent because none of its articles is published any more.',
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
    tx.invalidate(archiveTag);
  });
}
