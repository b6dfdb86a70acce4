import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { listArticlesByIds } from '#domain/articles/queries.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { removeUnsafe, SINGLE_LINE } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';
import { MAX_ARTICLES, NOTE_LIMIT, SUBJECT_LIMIT } from './issue.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { newsletterIssueArticles, newsletterIssues } from './tables.server.ts';

/** The editable fields of a draft. */
export const IssueInput = z.strictObject({
  subject: z
    .string()
    .trim()
    .refine(hasVisibleText, 'Please enter a subject')
    .max(SUBJECT_LIMIT)
    .regex(SINGLE_LINE, 'Please enter a subject on one line'),
  note: z.string().overwrite(removeUnsafe).trim().max(NOTE_LIMIT),
  article_ids: z
    .array(z.uuid())
    .max(MAX_ARTICLES)
    .refine((ids) => new Set(ids).size === ids.length, 'Each article once'),
});
export type IssueInput = Readonly<z.infer<typeof IssueInput>>;

export interface IssueVersion {
  readonly id: string;
  /** The revision the change is based on. */
  readonly revision: number;
}

/** Saves subject, note and the articles in the given order. Throws `stale` when the draft has changed since. */
export async function saveIssue(
  { database, clock }: NewsletterDeps,
  actor: Actor,
  version: IssueVersion,
  { subject, note, article_ids: articleIds }: IssueInput,
): Promise<void> {
  requirePermission(actor, 'newsletter.manage');
  await database.transaction(async (tx) => {
    await lockDraft(tx, version);
    await lockArticles(tx, articleIds);
    const found = await listArticlesByIds(tx, articleIds);
    if (found.length < articleIds.length)
      throw new DomainError('unprocessable', '', {
        fields: { article_ids: 'One of the articles is not published.' },
      });
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

/** Deletes a draft. Throws `conflict` for an issue that was approved. */
export async function discardIssue({ database }: NewsletterDeps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'newsletter.manage');
  await database.transaction(async (tx) => {
    const deleted = await tx
      .delete(newsletterIssues)
      .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.status, 'draft')))
      .returning({ id: newsletterIssues.id });
    if (deleted.length === 0) throw await notDraftError(tx, id);
  });
}

/** Locks the row of a draft until the end of the transaction. Throws `stale` if its revision is another one. */
export async function lockDraft(tx: Transaction, { id, revision }: IssueVersion) {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update');
  if (row?.status !== 'draft') throw await notDraftError(tx, id);
  if (row.revision !== revision) throw new DomainError('stale', 'Someone else changed this issue.');
  return row;
}

async function notDraftError(tx: Transaction, id: string): Promise<DomainError> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  return row === undefined
    ? new DomainError('not_found', 'This issue does not exist.')
    : new DomainError('conflict', 'This issue is already approved.');
}
