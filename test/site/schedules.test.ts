import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import { prepareScheduleSite } from './schedule-site.ts';
import { eq, sql } from 'drizzle-orm';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount } from '../accounts.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';

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
  });

  test('pending changes are published at the moment, with those that were saved until then', async () => {
    const article = await site.changed({ slug: 'timed', tags: ['Timing'] });
    const scheduled = await site.schedule(article, 'publish_changes', site.at(HOUR_MS));
    expect(scheduled.body).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: 'publish_changes',
      scheduled_at: '2026-05-04T13:00:00.000Z',
      revision: 2,
    });
    const { body: last } = await site.saveForLater(article, { title: 'Changed last', slug: 'timed-now' });
    expect(last).toMatchObject({ scheduled_action: 'publish_changes', revision: 3, live_revision: 1 });
    await site.advanceTo(HOUR_MS - 1);
    expect(await site.statusesOf('/article/timed', '/article/timed-now')).toEqual([200, 404]);
    await site.advanceTo(HOUR_MS);
    expect(await site.statusesOf('/article/timed', '/article/timed-now')).toEqual([301, 200]);
    for (const place of ['/articles', '/sports', '/feed.xml', '/tag/timing', '/api/articles'])
      await expect.poll(() => site.textOf(place)).toContain('Changed last');
    await site.advanceTo(3 * HOUR_MS);
    expect([await site.revisions(article), await site.pendingJobs()]).toEqual([4, 0]);
  });

  test('a schedule is changed and cancelled, and only the last one counts', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    expect((await site.schedule(article, 'publish', site.at(3 * HOUR_MS))).status).toBe(200);
    expect(await site.pendingJobs()).toBe(1);
    await site.advanceTo(2 * HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(404);
    expect((await site.cancel(article)).body).toMatchObject({ state: 'draft', scheduled_at: null });
    expect((await site.cancel(article)).status).toBe(409);
    expect(await site.pendingJobs()).toBe(0);
    await site.advanceTo(4 * HOUR_MS);
    expect([await site.statusOf('/article/timed'), await site.revisions(article)]).toEqual([404, 1]);
    // A job that could not be removed does nothing either.
    await site.schedule(article, 'publish', site.at(5 * HOUR_MS));
    await site.app.database.db.execute(sql`update articles set scheduled_job = gen_random_uuid()`);
    await site.advanceTo(6 * HOUR_MS);
    expect(await site.revisions(article)).toBe(1);
  });

  test('publishing or taking offline by hand ends the schedule, and saving does not', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    const client = await site.newsroom();
    const saved = (await client.save(article, { title: 'Better' })).body;
    expect(saved).toMatchObject({ state: 'scheduled', scheduled_at: site.at(HOUR_MS).toISOString() });
    const published = (await client.save(saved, { is_draft: false })).body;
    expect(published).toMatchObject({ state: 'published', scheduled_action: null });
    await site.schedule(published, 'unpublish', site.at(HOUR_MS));
    const offline = (await client.save(published, { is_draft: true })).body;
    expect(offline).toMatchObject({ state: 'draft', scheduled_action: null });
    expect(await site.pendingJobs()).toBe(0);
    await site.advanceTo(2 * HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(404);
  });

  test('nothing is published from the trash, and what would be offline by now stays offline', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    const ending = await site.draft({ slug: 'ending', is_draft: false });
    await site.schedule(ending, 'unpublish', site.at(HOUR_MS));
    const early = await site.draft({ slug: 'early' });
    await site.schedule(early, 'publish', site.at(HOUR_MS));
    const client = await site.newsroom();
    for (const { id } of [article, ending, early]) await client.request('DELETE', `/articles/${id}`);
    const restore = async ({ id }: ApiArticle) =>
      (await (await site.newsroom()).request('POST', `/articles/${id}/restoration`)).body;
    expect(await restore(early)).toMatchObject({
      state: 'scheduled',
      scheduled_at: site.at(HOUR_MS).toISOString(),
    });
    await site.advanceTo(HOUR_MS);
    expect(await site.statusesOf('/article/timed', '/article/ending', '/article/early')).toEqual([
      404, 410, 200,
    ]);
    for (const one of [article, ending])
      expect(await restore(one)).toMatchObject({ state: 'draft', scheduled_action: null });
    expect(await site.statusesOf('/article/timed', '/article/ending')).toEqual([404, 404]);
  });

  test('what cannot be scheduled is rejected, and nothing is changed', async () => {
    const article = await site.draft();
    const published = await site.draft({ slug: 'shown', is_draft: false });
    const picture = { image: 'https://pictures.example/a.jpg', image_alt: null };
    const undescribed = await site.draft({ slug: 'undescribed', ...picture });
    const shown = await site.draft({ slug: 'unready', is_draft: false });
    const unready = (await site.saveForLater(shown, picture)).body;
    for (const [one, action, when, status, fields] of [
      [article, 'publish', '2026-05-05T12:00:00', 422, ['at']],
      [article, 'publish', '2029-05-04T12:00:01Z', 422, ['at']],
      [undescribed, 'publish', site.at(HOUR_MS), 422, ['image_alt']],
      [article, 'unpublish', site.at(HOUR_MS), 409, []],
      [published, 'publish', site.at(HOUR_MS), 409, []],
      [{ ...article, revision: 7 }, 'publish', site.at(HOUR_MS), 412, []],
      [article, 'publish_changes', site.at(HOUR_MS), 409, []],
      [published, 'publish_changes', site.at(HOUR_MS), 409, []],
      [unready, 'publish_changes', site.at(HOUR_MS), 422, ['image_alt']],
    ] as const) {
      const refused = await site.schedule(one, action, when);
      expect([one.slug, action, when, refused.status, Object.keys(refused.body['fields'] ?? {})]).toEqual([
        one.slug,
        action,
        when,
        status,
        fields,
      ]);
    }
    expect([
      await site.pendingJobs(),
      await site.app.database.db.$count(articles, sql`scheduled_at is not null`),
    ]).toEqual([0, 0]);
    // A scheduled article keeps what publishing requires.
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    expect((await (await site.newsroom()).save(article, picture)).status).toBe(422);
    expect((await site.get(article))['image']).toBe('');
  });

  test('an article in review can be scheduled, is in review again without the schedule, and is published once', async () => {
    const account = await makeAccount(site.app, { role: 'contributor' });
    const contributor = await site.newsroom('contributor', account);
    const article = await contributor.create({ ...ARTICLE_INPUT, slug: 'timed' });
    const submission = () => onArticle(contributor, article, 'PUT', 'submission');
    await submission();
    expect((await site.schedule(article, 'publish', site.at(HOUR_MS))).body['state']).toBe('scheduled');
    expect((await submission()).status).toBe(409);
    expect((await (await site.newsroom()).request('GET', '/reviews')).body).toMatchObject({ total: 0 });
    expect((await site.cancel(article)).body['state']).toBe('in_review');
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    await site.advanceTo(HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(200);
    expect((await site.app.database.db.select().from(articles))[0]).toMatchObject({
      submittedAt: null,
      isDraft: false,
    });
  });

  test('the schedule of an account that an earlier release has deleted is on hold at its moment', async () => {
    const article = await site.draft();
    await site.schedule(article, 'publish', site.at(HOUR_MS));
    await site.app.database.db.update(articles).set({ scheduledBy: null }).where(eq(articles.id, article.id));
    await site.advanceTo(HOUR_MS);
    expect(await site.statusOf('/article/timed')).toBe(404);
    expect(await site.get(article)).toMatchObject({
      state: 'draft',
      paused_schedule: { action: 'publish', at: site.at(HOUR_MS).toISOString(), by_name: '' },
    });
  });
});
