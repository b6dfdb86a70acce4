import { eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { ArticleAction } from '#domain/accounts/permissions.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { auditArticle } from '../article-audit.server.ts';
import { lockArticle, requireCurrent, type RevisionRef } from '../article-locks.server.ts';
import { articleState } from '../article-state.ts';
import { validateForPublication } from '../field-validation.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { insertNote } from './notes.server.ts';

/*
 * None of these commands saves the article: neither its revision nor its date of change increases, and no page shows
 * anything else. The revision on which they are based is the text that the person has seen.
 */

/**
 * Submits a draft for review; does nothing if it is in review already. What publishing requires is required here, so that
 * an editor can publish it as it is.
 *
 * Throws `stale`, `not_found`, `forbidden`, `conflict` for a published article, and `unprocessable` with the invalid fields.
 */
export async function submitArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  ref: RevisionRef,
): Promise<void> {
  const now = clock();
  await changeReview(database, actor, { ref, action: 'article.submit' }, async (tx, article) => {
    const state = articleState(article);
    if (state === 'in_review') return;
    if (state === 'scheduled')
      throw new DomainError('conflict', 'This article is already scheduled for publication.');
    if (state !== 'draft') throw new DomainError('conflict', 'This article is already published.');
    validateForPublication(article);
    await setReview(tx, article, { submittedAt: now, returnedAt: null });
    await auditArticle(tx, actor, article, { action: 'article_submitted' });
  });
}

/** Ends the submission. Throws as `submitArticle` does, and `conflict` for an article that is not in review. */
export async function withdrawArticle(
  { database }: CommandDeps,
  actor: Actor,
  ref: RevisionRef,
): Promise<void> {
  await changeReview(database, actor, { ref, action: 'article.submit' }, async (tx, article) => {
    requireInReview(article);
    await setReview(tx, article, { submittedAt: null, returnedAt: null });
    await auditArticle(tx, actor, article, { action: 'article_withdrawn' });
  });
}

/** Ends the submission with a note. Throws as `withdrawArticle` does. */
export async function returnArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  { text, ...ref }: RevisionRef & { readonly text: string },
): Promise<void> {
  const now = clock();
  await changeReview(database, actor, { ref, action: 'article.review' }, async (tx, article) => {
    requireInReview(article);
    await insertNote(tx, actor, { articleId: article.id, text, isReturn: true, now });
    await setReview(tx, article, { submittedAt: null, returnedAt: now });
    await auditArticle(tx, actor, article, { action: 'article_returned' });
  });
}

interface ReviewChange {
  readonly ref: RevisionRef;
  readonly action: ArticleAction;
}

async function changeReview(
  database: Database,
  actor: Actor,
  { ref, action }: ReviewChange,
  change: (tx: Transaction, article: ArticleRow) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, ref.id);
    requireArticlePermission(actor, action, article);
    requireCurrent(article, ref);
    await change(tx, article);
  });
}

function requireInReview(article: ArticleRow): void {
  if (articleState(article) !== 'in_review')
    throw new DomainError('conflict', 'This article is not in review any more.');
}

async function setReview(
  tx: Transaction,
  { id }: ArticleRow,
  columns: Pick<ArticleRow, 'submittedAt' | 'returnedAt'>,
): Promise<void> {
  await tx.update(articles).set(columns).where(eq(articles.id, id));
}
