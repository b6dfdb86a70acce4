import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { auditArticle } from '../article-audit.server.ts';
import { insertNote } from '../review/notes.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { endSchedule } from './scheduling.server.ts';

interface Failure {
  readonly reason: string;
  /** Who scheduled it; null if the account was deleted. */
  readonly by: Pick<Actor, 'userId'> | null;
  readonly now: Date;
}

/**
 * What is not publishable at its moment stays as it is, and says so: with a note for the newsroom, and in the audit log. Every save
 * of a scheduled article is validated, so it takes rules that became stricter, or a change of the database by hand.
 */
export async function recordFailure(
  tx: Transaction,
  article: ArticleRow,
  { reason, by, now }: Failure,
): Promise<void> {
  await tx
    .update(articles)
    .set(await endSchedule(tx, article))
    .where(eq(articles.id, article.id));
  const text = `This could not be published at the scheduled moment. ${reason}`;
  await insertNote(tx, by, { articleId: article.id, text, isReturn: false, now }).catch(ignoreLimit);
  await auditArticle(tx, by, article, { action: 'article_schedule_failed', detail: reason });
}

/** The first message of an error that a person can correct. */
export function reasonOf({ message, details, code }: DomainError): string {
  return [message, ...Object.values(details.fields ?? {})].find((text) => text !== '') ?? code;
}

/** An article with as many notes as it can have gets none more; the audit log has the reason. */
function ignoreLimit(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
