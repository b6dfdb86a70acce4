import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
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

  test('publishing or discarding the changes by hand ends their schedule', async () => {
    const client = await site.newsroom();
    const updated = await site.changed();
    await site.schedule(updated, 'publish_changes', site.at(HOUR_MS));
    expect((await client.save(updated, {})).body).toMatchObject({
      state: 'published',
      scheduled_action: null,
    });
    const discarded = await site.changed({ slug: 'discarded', title: 'As it was' });
    await site.schedule(discarded, 'publish_changes', site.at(HOUR_MS));
    const live = (await site.discard(discarded)).body;
    expect(live).toMatchObject({ state: 'published', scheduled_action: null });
    expect(await site.pendingJobs()).toBe(0);
    await site.advanceTo(2 * HOUR_MS);
    expect(await Promise.all([updated, discarded].map(site.revisions))).toEqual([3, 3]);
  });

  test('an article that is taken offline becomes a draft with its pending text, also in the trash', async () => {
    const ending = await site.changed({ slug: 'ending' });
    await site.saveForLater(ending, { slug: 'ending-now' });
    await site.schedule({ ...ending, revision: 3 }, 'unpublish', site.at(HOUR_MS));
    const trashed = await site.changed({ slug: 'trashed' });
    await site.saveForLater(trashed, { slug: 'trashed-now' });
    await site.schedule({ ...trashed, revision: 3 }, 'unpublish', site.at(HOUR_MS));
    const dropped = await site.changed({ slug: 'dropped' });
    await site.schedule(dropped, 'publish_changes', site.at(HOUR_MS));
    const client = await site.newsroom();
    for (const { id } of [trashed, dropped]) await client.request('DELETE', `/articles/${id}`);
    await site.advanceTo(HOUR_MS);
    const restore = async ({ id }: ApiArticle) =>
      (await (await site.newsroom()).request('POST', `/articles/${id}/restoration`)).body;
    const draftOf = { state: 'draft', title: 'Changed since', live_revision: null, scheduled_action: null };
    expect(await site.get(ending)).toMatchObject({ ...draftOf, slug: 'ending-now', revision: 4 });
    expect(await site.statusOf('/article/trashed')).toBe(410);
    expect(await restore(trashed)).toMatchObject({ ...draftOf, slug: 'trashed-now', revision: 3 });
    expect(await restore(dropped)).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: null,
    });
    expect(await site.statusesOf('/article/ending', '/article/trashed')).toEqual([404, 404]);
    expect(await site.textOf('/article/dropped')).not.toContain('Changed since');
    // Published again, both are where they were.
    await client.save(await site.get(trashed), { is_draft: false });
    expect(await site.statusesOf('/article/trashed', '/article/trashed-now')).toEqual([301, 200]);
  });

  test('what is not publishable at the moment stays as it is, with a note', async () => {
    const article = await site.changed();
    await site.schedule(article, 'publish_changes', site.at(HOUR_MS));
    const unready = await site.draft({ slug: 'unready' });
    await site.schedule(unready, 'publish', site.at(HOUR_MS));
    // Rules can become stricter between the two moments; today no request can do this.
    const undescribed = { image: 'https://pictures.example/a.jpg', imageAlt: null };
    await site.app.database.db
      .update(articleRevisions)
      .set(undescribed)
      .where(and(eq(articleRevisions.articleId, article.id), eq(articleRevisions.revision, 2)));
    await site.app.database.db.update(articles).set(undescribed).where(eq(articles.id, unready.id));
    await site.advanceTo(HOUR_MS);
    expect(await site.get(article)).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: null,
    });
    expect((await site.get(unready))['state']).toBe('draft');
    for (const { id } of [article, unready]) {
      const { notes } = (
        await (await site.newsroom()).request<{ notes: unknown[] }>('GET', `/articles/${id}/notes`)
      ).body;
      expect(notes).toMatchObject([
        {
          text: 'This could not be published at the scheduled moment. Please describe the picture, or say it is decorative',
          is_return: false,
        },
      ]);
    }
    expect((await site.events(article)).at(-1)?.[0]).toBe('article_schedule_failed');
    expect(await site.pendingJobs()).toBe(0);
    expect(await site.textOf('/article/timed')).not.toContain('Changed since');
  });
});
