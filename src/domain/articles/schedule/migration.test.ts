import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { silentLog } from '#platform/log.server.ts';
import { migrationsBefore, unmigratedDatabases } from '../../../../test/earlier-release.ts';
import { useTemporaryFolder } from '../../../../test/temporary-folder.ts';
import { articleRevisions, articles, publishedArticles } from '../tables.server.ts';
import { runDueSchedules } from './run-schedule.server.ts';

const folder = useTemporaryFolder();

describe.each(unmigratedDatabases)('articles of an earlier release, on the %s database', (_, open) => {
  test('that were hidden until their date are scheduled for it', async () => {
    const { database, stop } = await open();
    const { db } = database;
    const start = Date.now();
    const at = (hours: number) => new Date(start + hours * HOUR_MS);
    /** @param savedHours of the revisions, from the first one */
    const insert = async (slug: string, publishHours: number, savedHours: readonly number[] = []) => {
      await db.execute(sql`
        insert into articles (id, slug, title, excerpt, content, category_slug, is_draft, publish_date, revision)
        values (gen_random_uuid(), ${slug}, ${slug}, 'E', '<p>Text</p>', 'sports', false, ${at(publishHours)},
          ${Math.max(1, savedHours.length)})`);
      for (const [index, hours] of savedHours.entries())
        await db.execute(sql`
          insert into article_revisions (article_id, revision, slug, title, excerpt, content, category_slug, author_name,
            author_image, read_time, featured, image, tags, is_draft, word_count, saved_at)
          select id, ${index + 1}, slug, title, excerpt, content, category_slug, author_name, author_image, read_time,
            featured, image, tags, is_draft, word_count, ${at(hours)}
          from articles where slug = ${slug}`);
    };
    const publicSlugs = async () =>
      (
        await db
          .select({ slug: publishedArticles.slug })
          .from(publishedArticles)
          .orderBy(asc(publishedArticles.slug))
      ).map(({ slug }) => slug);
    try {
      await migrate(database, migrationsBefore('public_by_state', folder));
      await insert('past', -1, [-1]);
      await insert('hidden', 2);
      await insert('hidden-and-edited', 2, [-5, -1]);
      await insert('hidden-with-changes', 3, [-5, -1]);
      await db.execute(sql`
        update articles set live_revision = 1, scheduled_action = 'publish_changes', scheduled_at = ${at(1)},
          scheduled_job = gen_random_uuid()
        where slug = 'hidden-with-changes'`);
      // Published with a clock that was five hours ahead, which was corrected since.
      await insert('published-ahead', 5, [5]);
      expect(await publicSlugs()).toEqual(['past']);

      await migrate(database);
      expect(await publicSlugs()).toEqual(['past', 'published-ahead']);
      const rows = await db.select().from(articles).orderBy(asc(articles.slug));
      const scheduled = rows.filter(({ isDraft }) => isDraft);
      expect(
        scheduled.map(({ slug, scheduledAction, scheduledAt, publishDate, liveRevision, revision }) => ({
          slug,
          scheduledAction,
          scheduledAt,
          publishDate,
          liveRevision,
          revision,
        })),
      ).toEqual(
        [
          ['hidden', 2, 2] as const,
          ['hidden-and-edited', 2, 3] as const,
          ['hidden-with-changes', 3, 3] as const,
        ].map(([slug, hours, revision]) => ({
          slug,
          scheduledAction: 'publish',
          scheduledAt: at(hours),
          publishDate: null,
          liveRevision: null,
          revision,
        })),
      );
      for (const { id, revision, title } of scheduled) {
        const revisions = await db
          .select()
          .from(articleRevisions)
          .where(eq(articleRevisions.articleId, id))
          .orderBy(asc(articleRevisions.revision));
        expect(revisions.at(-1)).toMatchObject({ revision, title, isDraft: true, isPending: false });
      }
      const { rows: jobs } = await db.execute<{ isOfArticle: boolean }>(sql`
        select scheduled_job = jobs.id and scheduled_at = due_at as "isOfArticle" from jobs
        left join articles on payload ->> 'articleId' = articles.id::text where kind = 'articles.run-schedule'`);
      expect(jobs).toEqual(Array.from({ length: 3 }, () => ({ isOfArticle: true })));

      const publishUntil = (hours: number) =>
        runDueSchedules({ database, clock: () => at(hours), log: silentLog });
      await publishUntil(1.9);
      expect(await publicSlugs()).toEqual(['past', 'published-ahead']);
      await publishUntil(2.1);
      expect(await publicSlugs()).toEqual(['hidden', 'hidden-and-edited', 'past', 'published-ahead']);
      const [published] = await db.select().from(articles).where(eq(articles.slug, 'hidden'));
      expect(published?.publishDate).toEqual(at(2));
      await publishUntil(-100);
      expect(await publicSlugs()).toHaveLength(4);
    } finally {
      await database.close();
      await stop();
    }
  });
});
