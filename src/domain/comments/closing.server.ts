import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';

/** Longer than from one run to the next, so that a server that was down for a while misses nobody. */
const WINDOW_HOURS = 26;

/**
 * Tells the pages of articles that have grown too old for comments. Nothing is written then that would make a page anew:
 * it would go on offering a form that is refused.
 */
export function closing(database: Database): Job {
  return defineJob({
    kind: 'comments.close',
    payload: z.object({}),
    async run() {
      const { comment_close_after_days: days } = await readSettings(database.db);
      if (days === null) return;
      const { publishDate } = publishedArticles;
      const closed = await database.db
        .select({ id: publishedArticles.id })
        .from(publishedArticles)
        .where(
          sql`${publishDate} <= now() - make_interval(days => ${days}::int)
            and ${publishDate} > now() - make_interval(days => ${days}::int, hours => ${WINDOW_HOURS}::int)`,
        );
      await database.transaction(async (tx) => tx.touch(...closed.map(({ id }) => pageTags.article(id))));
    },
  });
}
