import { and, eq, exists, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { comments } from '../tables.server.ts';
import type { Attempt } from './phase.ts';
import { textKeyOf } from './text-key.server.ts';

/** The same text counts as repeated for so long. */
const WINDOW_MS = 24 * 3_600_000;

/** What the database can tell about an attempt. */
export interface Known {
  /** The same was said within a day, on whatever article and by whomever, also when it was deleted since. */
  readonly isRepeated: boolean;
  /** Something of this address has been published before. */
  readonly isKnownWriter: boolean;
}

export type LookUp = (attempt: Attempt) => Promise<Known>;

/** Asks once for an attempt, when the first phase wants to know: two questions on one way to the database. */
export function knownAbout(db: Db, now: Date): LookUp {
  let known: Promise<Known> | undefined;
  return (attempt) => (known ??= read(db, attempt, new Date(now.getTime() - WINDOW_MS)));
}

async function read(db: Db, { email, text }: Attempt, since: Date): Promise<Known> {
  const one = { one: sql`1` };
  const key = textKeyOf(text);
  const repeated = db
    .select(one)
    .from(comments)
    // Said twice so that a plan for any key can use the index, which leaves out those without one.
    .where(and(eq(comments.textKey, key), ne(comments.textKey, sql`''`), gt(comments.createdAt, since)));
  const published = db
    .select(one)
    .from(comments)
    .where(and(eq(comments.userEmail, email), eq(comments.status, sql`'published'`)));
  const { rows } = await db.execute<{ repeated: boolean; published: boolean }>(
    sql`select ${exists(repeated)} as repeated, ${exists(published)} as published`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a query without a table gave no row');
  return { isRepeated: row.repeated, isKnownWriter: row.published };
}
