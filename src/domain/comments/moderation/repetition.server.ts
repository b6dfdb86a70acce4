import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { comments } from '../tables.server.ts';
import type { Phase } from './phase.ts';
import { textKeyOf } from './text-key.server.ts';

const WINDOW_MS = 24 * 3_600_000;

/** The same text within a day, on whatever article and by whomever, also when it was deleted since. */
export const repetition =
  (db: Db, now: Date): Phase =>
  async ({ text }) => {
    const key = textKeyOf(text);
    if (key === '') return null;
    const since = new Date(now.getTime() - WINDOW_MS);
    const [found] = await db
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.textKey, key), gt(comments.createdAt, since)))
      .limit(1);
    return found === undefined ? null : { hold: 'repetition' };
  };
