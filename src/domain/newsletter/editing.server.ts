import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { listArticlesOf } from '#domain/articles/queries.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { MOST_ARTICLES, NOTE_LIMIT, SUBJECT_LIMIT } from './issue.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { newsletterIssueArticles, newsletterIssues } from './tables.server.ts';

/** What an editor makes of a draft. */
export const IssueInput = z.strictObject({
  // One line: a line break in a header field would begin another.
  subject: z
    .string()
    .trim()
    .min(1)
    .max(SUBJECT_LIMIT)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'One line'),
  note: z.string().trim().max(NOTE_LIMIT),
  article_ids: z
    .array(z.uuid())
    .max(MOST_ARTICLES)
    .refine((ids) => new Set(ids).size === ids.length, 'Each article once'),
});
export type IssueInput = Readonly<z.infer<typeof IssueInput>>;

export interface IssueVersion {
  readonly id: string;
  /** The one it is based on. */
  readonly revision: number;
}

/** Writes subject, note and the articles in this order. Refuses `stale` when somebody has changed it meanwhile. */
export async function saveIssue(
  { database, clock }: NewsletterParts,
  actor: Actor,
  version: IssueVersion,
  { subject, note, article_ids: articleIds }: IssueInput,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    await lockDraft(tx, version);
    await lockArticles(tx, articleIds);
    const found = await listArticlesOf(tx, articleIds);
    if (found.length < articleIds.length)
      throw new Refusal('unprocessable', '', { fields: { article_ids: 'One of them is not published.' } });
    await tx
      .update(newsletterIssues)
      .set({
        subject,
        note,
        revision: sql`${newsletterIssues.revision} + 1`,
        updatedAt: clock(),
        updatedBy: actor.userId,
      })
      .where(eq(newsletterIssues.id, version.id));
    await tx.delete(newsletterIssueArticles).where(eq(newsletterIssueArticles.issueId, version.id));
    if (articleIds.length > 0)
      await tx
        .insert(newsletterIssueArticles)
        .values(articleIds.map((articleId, position) => ({ issueId: version.id, articleId, position })));
  });
}

/** Throws a draft away. Nothing that was approved goes this way. */
export async function discardIssue({ database }: NewsletterParts, actor: Actor, id: string): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const gone = await tx
      .delete(newsletterIssues)
      .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.status, 'draft')))
      .returning({ id: newsletterIssues.id });
    if (gone.length === 0) throw await whyNot(tx, id);
  });
}

/** Holds the draft of this version until the end of the transaction. */
export async function lockDraft(tx: Transaction, { id, revision }: IssueVersion) {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  if (row?.status !== 'draft') throw await whyNot(tx, id);
  if (row.revision !== revision) throw new Refusal('stale', 'Somebody has changed this issue meanwhile.');
  return row;
}

async function whyNot(tx: Transaction, id: string): Promise<Refusal> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  return row === undefined
    ? new Refusal('not_found', 'There is no such issue.')
    : new Refusal('conflict', 'This issue is approved already.');
}
