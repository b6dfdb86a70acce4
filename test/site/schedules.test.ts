import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('scheduled articles, on the %s database', (databaseKind) => {
  const site = prepareScheduleSite(databaseKind);

  test('an article is published at the moment, everywhere, as by hand', async () => {
    const article = await site.draft({ tags: ['Timing'] });
    const scheduled = await site.schedule(article, 'publish', '2026-05-04T15:00:00+02:00');
    expect(scheduled.body).toMatchObject({
      state: 'scheduled',
      is_draft: true,
      scheduled_action: 'publish',
      scheduled_at: '2026-05-04T13:00:00.000Z',
      revision: article.revision,
      updated_at: article['updated_at'],
    });
    const places = ['/articles', '/sports', '/feed.xml', '/tag/timing', '/api/articles'];
    await site.advanceTo(HOUR_MS - 1);
    expect(await site.statusOf('/article/timed')).toBe(404);
    for (const place of places)
      expect([place, (await site.textOf(place)).includes('timed')]).toEqual([place, false]);
    await site.advanceTo(HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(200);
    // The lists are re-rendered in the background.
    for (const place of places) await expect.poll(() => site.textOf(place)).toContain('timed');
    expect(await site.get(article)).toMatchObject({
      state: 'published',
      publish_date: '2026-05-04T13:00:00.000Z',
      updated_at: '2026-05-04T13:00:00.000Z',
      updated_by_name: 'Ada Admin',
      scheduled_action: null,
      scheduled_at: null,
      revision: 2,
    });
    expect(await site.events(article)).toEqual([
      ['article_scheduled', 'Ada Admin', 'publish at 2026-05-04T13:00:00.000Z'],
      ['article_published', 'Ada Admin', ''],
    ]);
    await site.advanceTo(3 * HOUR_MS);
    expect([await site.revisions(article), await site.pendingJobs()]).toEqual([2, 0]);
  });

  test('an article is taken offline at the moment, and is published until then', async () => {
    const article = await site.draft({ is_draft: false });
    expect((await site.schedule(article, 'unpublish', site.at(HOUR_MS))).body).toMatchObject({
      state: 'published',
      scheduled_action: 'unpublish',
    });
    expect(await site.statusOf('/article/timed')).toBe(200);
    await site.advanceTo(HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(404);
    for (const place of ['/articles', '/sports', '/feed.xml', '/api/articles'])
      expect([place, (await site.textOf(place)).includes('timed')]).toEqual([place, false]);
    expect(await site.get(article)).toMatchObject({
      state: 'draft',
      scheduled_action: null,
      publish_date: article.publish_date,
    });
  });

  test('what became due while no process ran is done before the first request, once', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    const ending = await site.draft({ slug: 'ending', is_draft: false });
    await site.schedule(ending, 'unpublish', site.at(2 * HOUR_MS));
    await site.app.close();
    site.now = site.at(26 * HOUR_MS);
    site.app = await site.start();
    expect(await site.statusOf('/article/timed')).toBe(200);
    expect(await site.statusOf('/article/ending')).toBe(404);
    expect((await site.get(article)).publish_date).toBe('2026-05-04T13:00:00.000Z');
    await site.app.jobs.runDue();
    expect([await site.revisions(article), await site.revisions(ending)]).toEqual([2, 2]);
  });

  test('two processes do it once, and both show it', async () => {
    const url = site.opened.url;
    const second = url === undefined ? site.opened.database : await openDatabase({ url });
    if (second !== site.opened.database) site.closers.push(() => second.close());
    const other = await site.start(second);
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    for (const instance of [site.app, other])
      expect(await site.statusOf('/article/timed', instance)).toBe(404);
    site.now = site.at(HOUR_MS);
    // A third one starts in the same second.
    const [, , third] = await Promise.all([site.app.jobs.runDue(), other.jobs.runDue(), site.start()]);
    for (const instance of [site.app, other, third])
      await expect.poll(() => site.statusOf('/article/timed', instance)).toBe(200);
    expect(await site.revisions(article)).toBe(2);
    expect((await site.events(article)).filter(([action]) => action === 'article_published')).toHaveLength(1);
  });

  test('a clock that goes back neither takes an article offline nor publishes one twice', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    await site.advanceTo(HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(200);
    await site.advanceTo(-24 * HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(200);
    await site.app.close();
    site.app = await site.start();
    expect(await site.statusOf('/article/timed')).toBe(200);
    await site.advanceTo(2 * HOUR_MS);
    expect(await site.revisions(article)).toBe(2);
    // It waits until the clock shows the moment again.
    const later = await site.draft({ slug: 'later' });
    await site.schedule(later, 'publish', site.at(3 * HOUR_MS));
    await site.advanceTo(-24 * HOUR_MS);
    expect(await site.statusOf('/article/later')).toBe(404);
    await site.advanceTo(3 * HOUR_MS);
    expect(await site.statusOf('/article/later')).toBe(200);
  });

  test('a moment is an instant, also across a change of daylight saving time', async () => {
    // 2:30 exists twice on this day: in summer time, and an hour later in winter time.
    site.now = new Date('2026-10-24T12:00:00Z');
    const first = await site.draft({ slug: 'first' });
    const second = await site.draft({ slug: 'second' });
    await site.schedule(first, 'publish', '2026-10-25T02:30:00+02:00');
    await site.schedule(second, 'publish', '2026-10-25T02:30:00+01:00');
    const runAt = async (instant: string) => {
      site.now = new Date(instant);
      await site.app.jobs.runDue();
      return site.statusesOf('/article/first', '/article/second');
    };
    expect(await runAt('2026-10-25T00:29:59.999Z')).toEqual([404, 404]);
    expect(await runAt('2026-10-25T00:30:00.000Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:29:59.999Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:30:00.000Z')).toEqual([200, 200]);
  });
});
