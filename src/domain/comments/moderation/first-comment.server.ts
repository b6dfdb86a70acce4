import { and, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { comments } from '../tables.server.ts';
import type { Phase } from './phase.ts';

/** Nothing of this address has been published yet. */
export const firstComment =
  (db: Db): Phase =>
  async ({ email }) => {
    const [found] = await db
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.userEmail, email), eq(comments.status, 'published')))
      .limit(1);
    return found === undefined ? { hold: 'first_comment' } : null;
  };
