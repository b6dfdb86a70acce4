import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { articleViews, pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { pageViewContext } from '../page-views.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'stored page views, on the %s database',
  (databaseKind) => {
    const context = pageViewContext(databaseKind);
    const { change, open, report } = context;

    test('are deleted after the retention period', async () => {
      await makeArticle(context.app.database, { slug: 'story' });
      await change({ statistics_retention_days: 10 });
      await open('/article/story', { referer: 'https://news.example/' });
      await report();
      const count = async () =>
        await Promise.all(
          [pageViews, articleViews, referrerViews].map((table) => context.app.database.db.$count(table)),
        );
      context.now = new Date(context.now.getTime() + 10 * DAY_MS);
      await context.app.jobs.runDue();
      expect(await count()).toEqual([1, 1, 1]);
      context.now = new Date(context.now.getTime() + DAY_MS);
      await context.app.jobs.runDue();
      expect(await count()).toEqual([0, 0, 0]);
    });

    test('are reported by day and by month, and exported as CSV', async () => {
      await makeArticle(context.app.database, { slug: 'story', title: '=Story, told' });
      const hidden = await makeArticle(context.app.database, { slug: 'hidden', title: 'Hidden' });
      context.now = new Date('2026-01-31T12:00:00Z');
      await open('/article/story', { referer: 'https://news.example/' });
      await open('/article/hidden');
      context.now = new Date('2026-03-10T12:00:00Z');
      await open('/article/story');
      await context.app.database.transaction(async (tx) => {
        await tx.update(articles).set({ isDraft: true }).where(eq(articles.id, hidden.id));
        tx.purge('*');
      });
      const days = await report('30d');
      expect(days).toMatchObject({
        unit: 'day',
        articles: [{ title: '=Story, told', views: 1 }],
        referrers: [],
      });
      expect(days.views).toHaveLength(30);
      expect(days.views[0]?.start).toBe('2026-02-09');
      expect((await report('90d')).views).toHaveLength(90);
      const months = await report('12m');
      expect(months.views.map(({ start }) => start).slice(0, 2)).toEqual(['2025-04-01', '2025-05-01']);
      expect(months).toMatchObject({ unit: 'month', referrers: [{ host: 'news.example', views: 1 }] });
      expect(months.views.slice(-3)).toMatchObject([{ article: 2 }, { article: 0 }, { article: 1 }]);
      expect(months.articles).toMatchObject([
        { title: '=Story, told', path: '/article/story', views: 2 },
        { title: 'Hidden', path: null, views: 1 },
      ]);
      const csv = async (path: string) => (await context.newsroom.text(`/statistics/${path}`)).split('\r\n');
      expect(await csv('articles.csv?period=12m')).toEqual([
        'title,path,views',
        `"'=Story, told",/article/story,2`,
        'Hidden,,1',
        '',
      ]);
      expect(await csv('referrers.csv?period=12m')).toEqual(['site,views', 'news.example,1', '']);
      expect((await csv('views.csv?period=7d')).slice(-2)).toEqual(['2026-03-10,1,0,0,0', '']);
      expect((await context.newsroom.request('GET', '/statistics?period=1y')).status).toBe(400);
    });
  },
);
