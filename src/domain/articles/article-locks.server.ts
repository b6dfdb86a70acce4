import { asc, inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { articles } from './tables.server.ts';

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
