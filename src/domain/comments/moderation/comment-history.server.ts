import { and, eq, exists, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { comments } from '../tables.server.ts';
import type { CommentHistory } from './phase.ts';
import { createTextKey } from './text-key.server.ts';

/** The same text counts as a duplicate for this long. */
const WINDOW_MS = DAY_MS;

interface WrittenComment {
  /** After `cleanText`. */
  readonly text: string;
  /** In lower case. */
  readonly email: string;
}

/**
 * What earlier comments in the database reveal about submissions. One that repeats the text of an earlier submission of the
 * list is a duplicate, too.
 */
export async function findHistories<Comment extends WrittenComment>(
  db: Db,
  submissions: readonly Comment[],
  now: Date,
): Promise<ReadonlyMap<Comment, CommentHistory>> {
  if (submissions.length === 0) return new Map();
  const since = new Date(now.getTime() - WINDOW_MS);
  const keys = submissions.map(({ text }) => createTextKey(text));
  const emails = submissions.map(({ email }) => email);
  const one = { one: sql`1` };
  const duplicate = db
    .select(one)
    .from(comments)
    // The second condition repeats that of the partial index, so that a generic plan can use the index.
    .where(
      and(eq(comments.textKey, sql`asked.key`), ne(comments.textKey, sql`''`), gt(comments.createdAt, since)),
    );
  const published = db
    .select(one)
    .from(comments)
    .where(and(eq(comments.userEmail, sql`asked.email`), eq(comments.status, sql`'published'`)));
  const { rows } = await db.execute<{ duplicate: boolean; published: boolean }>(sql`
    select ${exists(duplicate)} as duplicate, ${exists(published)} as published
    from unnest(${sql.param(keys)}::text[], ${sql.param(emails)}::text[]) with ordinality as asked (key, email, position)
    order by asked.position`);
  const isRepeated = (key: string, index: number) => key !== '' && keys.indexOf(key) < index;
  return new Map(
    submissions.map((submission, index) => [
      submission,
      {
        isDuplicate: (rows[index]?.duplicate ?? false) || isRepeated(keys[index] ?? '', index),
        hasPublishedBefore: rows[index]?.published ?? false,
      },
    ]),
  );
}
