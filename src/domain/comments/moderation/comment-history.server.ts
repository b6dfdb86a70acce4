import { and, eq, exists, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { comments } from '../tables.server.ts';
import type { Submission } from './phase.ts';
import { createTextKey } from './text-key.server.ts';

/** The same text counts as a duplicate for this long. */
const WINDOW_MS = DAY_MS;

/** What earlier comments in the database reveal about a submission. */
export interface CommentHistory {
  /** The same text was posted within a day: on any article, from any address, even if it has been deleted since. */
  readonly isDuplicate: boolean;
  /** The address has a published comment. */
  readonly hasPublishedBefore: boolean;
}

export type FindHistory = (submission: Submission) => Promise<CommentHistory>;

/** Queries the database when the first phase asks and caches the result for the others. Create one per submission. */
export function createHistoryLookup(db: Db, now: Date): FindHistory {
  let cached: Promise<CommentHistory> | undefined;
  return (submission) => (cached ??= read(db, submission, new Date(now.getTime() - WINDOW_MS)));
}

async function read(db: Db, { email, text }: Submission, since: Date): Promise<CommentHistory> {
  const one = { one: sql`1` };
  const key = createTextKey(text);
  const duplicate = db
    .select(one)
    .from(comments)
    // The second condition repeats that of the partial index, so that a generic plan can use the index.
    .where(and(eq(comments.textKey, key), ne(comments.textKey, sql`''`), gt(comments.createdAt, since)));
  const published = db
    .select(one)
    .from(comments)
    .where(and(eq(comments.userEmail, email), eq(comments.status, sql`'published'`)));
  const { rows } = await db.execute<{ duplicate: boolean; published: boolean }>(
    sql`select ${exists(duplicate)} as duplicate, ${exists(published)} as published`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a query without a table gave no row');
  return { isDuplicate: row.duplicate, hasPublishedBefore: row.published };
}
