import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';

/** Longer than the interval between two runs, so that no article is missed after a downtime. */
const WINDOW_HOURS = 26;

/**
 * Invalidates the pages of articles whose comments have closed because of their age. No write happens at that moment, so
 * without this job the cached page would still show the comment form.
 */
export function closeCommentsJob(database: Database): Job {
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
      await database.transaction(async (tx) =>
        tx.invalidate(...closed.map(({ id }) => pageTags.article(id))),
      );
    },
  });
}
