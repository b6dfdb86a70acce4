import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('scheduled changes of articles, on the %s database', (databaseKind) => {
  const context = prepareScheduleSite(databaseKind);
  const {
    advanceTo,
    at,
    cancel,
    changed,
    discard,
    draft,
    events,
    get,
    newsroom,
    pendingJobs,
    revisions,
    saveForLater,
    schedule,
    start,
    statusOf,
    textOf,
  } = context;

  test('pending changes are published at the moment, with those that were saved until then', async () => {
    const article = await changed({ slug: 'timed', tags: ['Timing'] });
    const scheduled = await schedule(article, 'publish_changes', at(HOUR_MS));
    expect(scheduled.body).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: 'publish_changes',
      scheduled_at: '2026-05-04T13:00:00.000Z',
      revision: 2,
    });
    const { body: last } = await saveForLater(article, { title: 'Changed last', slug: 'timed-now' });
    expect(last).toMatchObject({ scheduled_action: 'publish_changes', revision: 3, live_revision: 1 });
    await advanceTo(HOUR_MS - 1);
    expect([await statusOf('/article/timed'), await statusOf('/article/timed-now')]).toEqual([200, 404]);
    await advanceTo(HOUR_MS);
    expect([await statusOf('/article/timed'), await statusOf('/article/timed-now')]).toEqual([301, 200]);
    for (const place of ['/articles', '/sports', '/feed.xml', '/tag/timing', '/api/articles'])
      await expect.poll(() => textOf(place)).toContain('Changed last');
    expect(await get(article)).toMatchObject({
      title: 'Changed last',
      state: 'published',
      live_revision: null,
      scheduled_action: null,
      publish_date: article.publish_date,
      updated_at: '2026-05-04T13:00:00.000Z',
      updated_by_name: 'Ada Admin',
      revision: 4,
    });
    expect(await events(article)).toEqual([
      ['article_published', 'Ada Admin', ''],
      ['article_scheduled', 'Ada Admin', 'publish_changes at 2026-05-04T13:00:00.000Z'],
      ['article_changes_published', 'Ada Admin', ''],
    ]);
    await advanceTo(3 * HOUR_MS);
    expect([await revisions(article), await pendingJobs()]).toEqual([4, 0]);
  });

  test('pending changes are published once, also after a stop, and by several processes', async () => {
    const article = await changed();
    await schedule(article, 'publish_changes', at(HOUR_MS));
    const stopped = await changed({ slug: 'stopped', title: 'Stopped' });
    await schedule(stopped, 'publish_changes', at(2 * HOUR_MS));
    const url = context.opened.url;
    const second = url === undefined ? context.opened.database : await openDatabase({ url });
    if (second !== context.opened.database) context.closers.push(() => second.close());
    const other = await start(second);
    context.now = at(HOUR_MS);
    const [, , third] = await Promise.all([context.app.jobs.runDue(), other.jobs.runDue(), start()]);
    for (const site of [context.app, other, third])
      await expect.poll(() => textOf('/article/timed', site)).toContain('Changed since');
    expect(await revisions(article)).toBe(3);
    for (const site of [third, other, context.app]) await site.close();
    context.now = at(26 * HOUR_MS);
    context.app = await start();
    expect(await textOf('/article/stopped')).toContain('Stopped');
    expect(await get(stopped)).toMatchObject({ state: 'published', revision: 3 });
    await context.app.jobs.runDue();
    await advanceTo(-HOUR_MS);
    await advanceTo(30 * HOUR_MS);
    expect([await revisions(article), await revisions(stopped), await pendingJobs()]).toEqual([3, 3, 0]);
  });

  test('publishing or discarding the changes by hand, or taking offline, ends their schedule', async () => {
    const client = await newsroom();
    const updated = await changed();
    await schedule(updated, 'publish_changes', at(HOUR_MS));
    expect((await client.save(updated, {})).body).toMatchObject({
      state: 'published',
      scheduled_action: null,
    });
    const discarded = await changed({ slug: 'discarded', title: 'As it was' });
    await schedule(discarded, 'publish_changes', at(HOUR_MS));
    const live = (await discard(discarded)).body;
    expect(live).toMatchObject({ state: 'published', scheduled_action: null });
    const offline = await changed({ slug: 'offline' });
    await schedule(offline, 'publish_changes', at(HOUR_MS));
    expect((await client.save(offline, { is_draft: true })).body).toMatchObject({ scheduled_action: null });
    const cancelled = await changed({ slug: 'cancelled' });
    await schedule(cancelled, 'publish_changes', at(HOUR_MS));
    expect((await cancel(cancelled)).body).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_at: null,
    });
    expect(await pendingJobs()).toBe(0);
    await advanceTo(2 * HOUR_MS);
    expect([await revisions(updated), await revisions(discarded), await revisions(cancelled)]).toEqual([
      3, 3, 2,
    ]);
    // What takes an article offline is not for the changes, and stays.
    const ending = await changed({ slug: 'ending' });
    await schedule(ending, 'unpublish', at(3 * HOUR_MS));
    expect((await discard(ending)).body).toMatchObject({ scheduled_action: 'unpublish' });
  });

  test('an article that is taken offline becomes a draft with its pending text, also in the trash', async () => {
    const ending = await changed({ slug: 'ending' });
    await saveForLater(ending, { slug: 'ending-now' });
    await schedule({ ...ending, revision: 3 }, 'unpublish', at(HOUR_MS));
    const trashed = await changed({ slug: 'trashed' });
    await saveForLater(trashed, { slug: 'trashed-now' });
    await schedule({ ...trashed, revision: 3 }, 'unpublish', at(HOUR_MS));
    const dropped = await changed({ slug: 'dropped' });
    await schedule(dropped, 'publish_changes', at(HOUR_MS));
    const client = await newsroom();
    for (const { id } of [trashed, dropped]) await client.request('DELETE', `/articles/${id}`);
    await advanceTo(HOUR_MS);
    const restore = async ({ id }: ApiArticle) =>
      (await (await newsroom()).request('POST', `/articles/${id}/restoration`)).body;
    const draftOf = { state: 'draft', title: 'Changed since', live_revision: null, scheduled_action: null };
    expect(await get(ending)).toMatchObject({ ...draftOf, slug: 'ending-now', revision: 4 });
    expect(await statusOf('/article/trashed')).toBe(410);
    expect(await restore(trashed)).toMatchObject({ ...draftOf, slug: 'trashed-now', revision: 3 });
    expect(await restore(dropped)).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: null,
    });
    expect([await statusOf('/article/ending'), await statusOf('/article/trashed')]).toEqual([404, 404]);
    expect(await textOf('/article/dropped')).not.toContain('Changed since');
    // Published again, both are where they were.
    await client.save(await get(trashed), { is_draft: false });
    expect([await statusOf('/article/trashed'), await statusOf('/article/trashed-now')]).toEqual([301, 200]);
  });

  test('what is not publishable at the moment stays as it is, with a note', async () => {
    const article = await changed();
    await schedule(article, 'publish_changes', at(HOUR_MS));
    const unready = await draft({ slug: 'unready' });
    await schedule(unready, 'publish', at(HOUR_MS));
    // Rules can become stricter between the two moments; today no request can do this.
    const undescribed = { image: 'https://pictures.example/a.jpg', imageAlt: null };
    await context.app.database.db
      .update(articleRevisions)
      .set(undescribed)
      .where(and(eq(articleRevisions.articleId, article.id), eq(articleRevisions.revision, 2)));
    await context.app.database.db.update(articles).set(undescribed).where(eq(articles.id, unready.id));
    await advanceTo(HOUR_MS);
    expect(await get(article)).toMatchObject({
      state: 'published_with_pending_changes',
      scheduled_action: null,
    });
    expect((await get(unready))['state']).toBe('draft');
    for (const { id } of [article, unready]) {
      const { notes } = (
        await (await newsroom()).request<{ notes: unknown[] }>('GET', `/articles/${id}/notes`)
      ).body;
      expect(notes).toMatchObject([
        {
          text: 'This could not be published at the scheduled moment. Please describe the picture, or say it is decorative',
          is_return: false,
        },
      ]);
    }
    expect((await events(article)).at(-1)?.[0]).toBe('article_schedule_failed');
    expect(await pendingJobs()).toBe(0);
    expect(await textOf('/article/timed')).not.toContain('Changed since');
  });
});
