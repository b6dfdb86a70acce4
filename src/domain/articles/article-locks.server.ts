import { asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type ArticleRow, articles } from './tables.server.ts';

/**
 * Prevents the deletion of articles until the transaction ends, so that rows that reference them can be inserted.
 * Waits for a deletion in progress. Returns the ids of those that still exist.
 */
export async function lockArticles(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(inArray(articles.id, [...ids]))
    // A fixed order, so that two transactions that lock the same articles cannot deadlock.
    .orderBy(asc(articles.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the article, and locks its row until the transaction ends. Throws `not_found`, also for an article in the trash:
 * it can only be restored or deleted.
 */
export async function lockArticle(tx: Transaction, id: string): Promise<ArticleRow> {
  const article = await findLockedArticle(tx, id);
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  if (article.trashedAt !== null) throw new DomainError('not_found', 'This article is in the trash.');
  return article;
}

/** As `lockArticle`, for an article in the trash. Throws `not_found` if it is not there. */
export async function lockTrashedArticle(tx: Transaction, id: string): Promise<ArticleRow> {
  const article = await findLockedArticle(tx, id);
  if (article === undefined || article.trashedAt === null)
    throw new DomainError('not_found', 'This article is not in the trash any more.');
  return article;
}

/** As `lockArticle`, also for an article in the trash; undefined if there is none. */
export async function findLockedArticle(tx: Transaction, id: string): Promise<ArticleRow | undefined> {
  const [article] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
  return article;
}

export interface RevisionRef {
  readonly id: string;
  /** The revision that the editor loaded. The change is rejected if it is not the current one. */
  readonly basedOn: number;
}

/** Throws `stale` if the article was saved after the revision on which a change is based. */
export function requireCurrent({ revision }: Pick<ArticleRow, 'revision'>, { basedOn }: RevisionRef): void {
  if (revision !== basedOn)
    throw new DomainError('stale', 'This article has been saved since you opened it.');
}
