import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('scheduled articles, on the %s database', (databaseKind) => {
  const context = prepareScheduleSite(databaseKind);
  const { advanceTo, at, draft, events, get, pendingJobs, revisions, schedule, start, statusOf, textOf } =
    context;

  test('an article is published at the moment, everywhere, as by hand', async () => {
    const article = await draft({ tags: ['Timing'] });
    const scheduled = await schedule(article, 'publish', '2026-05-04T15:00:00+02:00');
    expect(scheduled.body).toMatchObject({
      state: 'scheduled',
      is_draft: true,
      scheduled_action: 'publish',
      scheduled_at: '2026-05-04T13:00:00.000Z',
      revision: article.revision,
      updated_at: article['updated_at'],
    });
    const places = ['/articles', '/sports', '/feed.xml', '/tag/timing', '/api/articles'];
    await advanceTo(HOUR_MS - 1);
    expect(await statusOf('/article/timed')).toBe(404);
    for (const place of places)
      expect([place, (await textOf(place)).includes('timed')]).toEqual([place, false]);
    await advanceTo(HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(200);
    // The lists are re-rendered in the background.
    for (const place of places) await expect.poll(() => textOf(place)).toContain('timed');
    expect(await get(article)).toMatchObject({
      state: 'published',
      publish_date: '2026-05-04T13:00:00.000Z',
      updated_at: '2026-05-04T13:00:00.000Z',
      updated_by_name: 'Ada Admin',
      scheduled_action: null,
      scheduled_at: null,
      revision: 2,
    });
    expect(await events(article)).toEqual([
      ['article_scheduled', 'Ada Admin', 'publish at 2026-05-04T13:00:00.000Z'],
      ['article_published', 'Ada Admin', ''],
    ]);
    await advanceTo(3 * HOUR_MS);
    expect([await revisions(article), await pendingJobs()]).toEqual([2, 0]);
  });

  test('an article is taken offline at the moment, and is published until then', async () => {
    const article = await draft({ is_draft: false });
    expect((await schedule(article, 'unpublish', at(HOUR_MS))).body).toMatchObject({
      state: 'published',
      scheduled_action: 'unpublish',
    });
    expect(await statusOf('/article/timed')).toBe(200);
    await advanceTo(HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(404);
    for (const place of ['/articles', '/sports', '/feed.xml', '/api/articles'])
      expect([place, (await textOf(place)).includes('timed')]).toEqual([place, false]);
    expect(await get(article)).toMatchObject({
      state: 'draft',
      scheduled_action: null,
      publish_date: article.publish_date,
    });
  });

  test('what became due while no process ran is done before the first request, once', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    const ending = await draft({ slug: 'ending', is_draft: false });
    await schedule(ending, 'unpublish', at(2 * HOUR_MS));
    await context.app.close();
    context.now = at(26 * HOUR_MS);
    context.app = await start();
    expect(await statusOf('/article/timed')).toBe(200);
    expect(await statusOf('/article/ending')).toBe(404);
    expect((await get(article)).publish_date).toBe('2026-05-04T13:00:00.000Z');
    await context.app.jobs.runDue();
    expect([await revisions(article), await revisions(ending)]).toEqual([2, 2]);
  });

  test('a process that ended while its job ran leaves the work to the next start', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    // Claimed, and then killed before the transaction.
    await context.app.database.db.execute(
      sql`update jobs set attempts = 1, due_at = ${at(HOUR_MS + MINUTE_MS).toISOString()} where kind = 'articles.run-schedule'`,
    );
    await context.app.close();
    context.now = at(HOUR_MS + 1000);
    context.app = await start();
    expect(await statusOf('/article/timed')).toBe(200);
    await advanceTo(2 * HOUR_MS);
    expect([await revisions(article), await pendingJobs()]).toEqual([2, 0]);
  });

  test('two processes do it once, and both show it', async () => {
    const url = context.opened.url;
    const second = url === undefined ? context.opened.database : await openDatabase({ url });
    if (second !== context.opened.database) context.closers.push(() => second.close());
    const other = await start(second);
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    expect([await statusOf('/article/timed'), await statusOf('/article/timed', other)]).toEqual([404, 404]);
    context.now = at(HOUR_MS);
    // A third one starts in the same second.
    const [, , third] = await Promise.all([context.app.jobs.runDue(), other.jobs.runDue(), start()]);
    for (const site of [context.app, other, third])
      await expect.poll(() => statusOf('/article/timed', site)).toBe(200);
    expect(await revisions(article)).toBe(2);
    expect((await events(article)).filter(([action]) => action === 'article_published')).toHaveLength(1);
  });

  test('a clock that goes back neither takes an article offline nor publishes one twice', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    await advanceTo(HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(200);
    await advanceTo(-24 * HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(200);
    await context.app.close();
    context.app = await start();
    expect(await statusOf('/article/timed')).toBe(200);
    await advanceTo(2 * HOUR_MS);
    expect(await revisions(article)).toBe(2);
    // It waits until the clock shows the moment again.
    const later = await draft({ slug: 'later' });
    await schedule(later, 'publish', at(3 * HOUR_MS));
    await advanceTo(-24 * HOUR_MS);
    expect(await statusOf('/article/later')).toBe(404);
    await advanceTo(3 * HOUR_MS);
    expect(await statusOf('/article/later')).toBe(200);
  });

  test('a moment is an instant, also across a change of daylight saving time', async () => {
    // 2:30 exists twice on this day: in summer time, and an hour later in winter time.
    context.now = new Date('2026-10-24T12:00:00Z');
    const first = await draft({ slug: 'first-half-past-two' });
    const second = await draft({ slug: 'second-half-past-two' });
    await schedule(first, 'publish', '2026-10-25T02:30:00+02:00');
    await schedule(second, 'publish', '2026-10-25T02:30:00+01:00');
    const shown = async () => [
      await statusOf('/article/first-half-past-two'),
      await statusOf('/article/second-half-past-two'),
    ];
    const runAt = async (instant: string) => {
      context.now = new Date(instant);
      await context.app.jobs.runDue();
      return shown();
    };
    expect(await runAt('2026-10-25T00:29:59.999Z')).toEqual([404, 404]);
    expect(await runAt('2026-10-25T00:30:00.000Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:29:59.999Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:30:00.000Z')).toEqual([200, 200]);
  });
});
