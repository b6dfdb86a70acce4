import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = new Date('2026-05-04T12:00:00.000Z');

describe.each(DATABASE_KINDS)('scheduled articles, on the %s database', (databaseKind) => {
  let opened: TestDatabase;
  let app: TestApp;
  let admin: TestAccount;
  let now: Date;
  let closers: (() => Promise<void>)[];
  let dataDir: string;

  beforeEach(async () => {
    now = START;
    closers = [];
    dataDir = mkdtempSync(join(tmpdir(), 'meridian-schedules-'));
    const kind = databases.find(({ name }) => name === databaseKind);
    if (kind === undefined) throw new Error(`no database is ${databaseKind}`);
    opened = await kind.open();
    app = await start();
    admin = await makeAccount(app, { role: 'admin', name: 'Ada Admin' });
  }, 60_000);
  afterEach(async () => {
    for (const close of closers.toReversed()) await close();
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Another process of the same site, with the same clock. The database stays open when it stops. */
  async function start(database = opened.database): Promise<TestApp> {
    const started = await testApp({
      testDatabase: { database, url: opened.url, close: () => Promise.resolve() },
      dataDir,
      clock: () => now,
      env: { TIME_ZONE: 'Europe/Berlin' },
    });
    closers.push(() => started.close());
    return started;
  }
  /** Signs in again: access tokens are valid for ten minutes. */
  const newsroom = (role: Role = 'admin', account = admin): Promise<NewsroomApi> =>
    newsroomApi(app, role, account);
  const at = (ms: number) => new Date(START.getTime() + ms);
  const draft = async (fields: Record<string, unknown> = {}) =>
    (await newsroom()).create({ slug: 'timed', title: 'Timed', ...fields });
  const schedule = async (
    { id, revision }: ApiArticle,
    action: string,
    when: Date | string,
    by?: NewsroomApi,
  ) =>
    (by ?? (await newsroom())).request<ApiArticle>(
      'PUT',
      `/articles/${id}/schedule`,
      { action, at: typeof when === 'string' ? when : when.toISOString() },
      { 'if-match': `"${revision}"` },
    );
  const cancel = async ({ id }: ApiArticle) =>
    (await newsroom()).request('DELETE', `/articles/${id}/schedule`);
  /** A published article with pending changes. */
  const changed = async (fields: Record<string, unknown> = {}) => {
    const article = await draft({ is_draft: false, ...fields });
    const { status, body } = await saveForLater(article, { title: 'Changed since', ...fields });
    expect(status).toBe(200);
    return body;
  };
  const saveForLater = async (article: ApiArticle, change: Record<string, unknown>) =>
    (await newsroom()).request<ApiArticle>(
      'PUT',
      `/articles/${article.id}/pending-changes`,
      { ...article, ...change },
      { 'if-match': `"${article.revision}"` },
    );
  const discard = async ({ id, revision }: ApiArticle) =>
    (await newsroom()).request<ApiArticle>('DELETE', `/articles/${id}/pending-changes`, undefined, {
      'if-match': `"${revision}"`,
    });
  const get = async ({ id }: ApiArticle) =>
    (await (await newsroom()).request<ApiArticle>('GET', `/articles/${id}`)).body;
  const statusOf = async (path: string, site = app) => (await site.fetch(path)).status;
  const textOf = async (path: string, site = app) => (await site.fetch(path)).text();
  const revisions = ({ id }: ApiArticle) =>
    app.database.db.$count(articleRevisions, eq(articleRevisions.articleId, id));
  const pendingJobs = () =>
    app.database.db.$count(jobs, sql`kind = 'articles.run-schedule' and done_at is null`);
  const events = async ({ id }: ApiArticle) =>
    (
      await app.database.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.objectId, id))
        .orderBy(auditEvents.id)
    ).map(({ action, actorName, detail }) => [action, actorName, detail]);
  async function advanceTo(ms: number, site = app): Promise<void> {
    now = at(ms);
    await site.jobs.runDue();
  }

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
    await app.close();
    now = at(26 * HOUR_MS);
    app = await start();
    expect(await statusOf('/article/timed')).toBe(200);
    expect(await statusOf('/article/ending')).toBe(404);
    expect((await get(article)).publish_date).toBe('2026-05-04T13:00:00.000Z');
    await app.jobs.runDue();
    expect([await revisions(article), await revisions(ending)]).toEqual([2, 2]);
  });

  test('a process that ended while its job ran leaves the work to the next start', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    // Claimed, and then killed before the transaction.
    await app.database.db.execute(
      sql`update jobs set attempts = 1, due_at = ${at(HOUR_MS + MINUTE_MS).toISOString()} where kind = 'articles.run-schedule'`,
    );
    await app.close();
    now = at(HOUR_MS + 1000);
    app = await start();
    expect(await statusOf('/article/timed')).toBe(200);
    await advanceTo(2 * HOUR_MS);
    expect([await revisions(article), await pendingJobs()]).toEqual([2, 0]);
  });

  test('two processes do it once, and both show it', async () => {
    const url = opened.url;
    const second = url === undefined ? opened.database : await openDatabase({ url });
    if (second !== opened.database) closers.push(() => second.close());
    const other = await start(second);
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    expect([await statusOf('/article/timed'), await statusOf('/article/timed', other)]).toEqual([404, 404]);
    now = at(HOUR_MS);
    // A third one starts in the same second.
    const [, , third] = await Promise.all([app.jobs.runDue(), other.jobs.runDue(), start()]);
    for (const site of [app, other, third])
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
    await app.close();
    app = await start();
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
    now = new Date('2026-10-24T12:00:00Z');
    const first = await draft({ slug: 'first-half-past-two' });
    const second = await draft({ slug: 'second-half-past-two' });
    await schedule(first, 'publish', '2026-10-25T02:30:00+02:00');
    await schedule(second, 'publish', '2026-10-25T02:30:00+01:00');
    const shown = async () => [
      await statusOf('/article/first-half-past-two'),
      await statusOf('/article/second-half-past-two'),
    ];
    const runAt = async (instant: string) => {
      now = new Date(instant);
      await app.jobs.runDue();
      return shown();
    };
    expect(await runAt('2026-10-25T00:29:59.999Z')).toEqual([404, 404]);
    expect(await runAt('2026-10-25T00:30:00.000Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:29:59.999Z')).toEqual([200, 404]);
    expect(await runAt('2026-10-25T01:30:00.000Z')).toEqual([200, 200]);
  });

  test('a schedule is changed and cancelled, and only the last one counts', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    expect((await schedule(article, 'publish', at(3 * HOUR_MS))).status).toBe(200);
    expect(await pendingJobs()).toBe(1);
    await advanceTo(2 * HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(404);
    expect((await cancel(article)).body).toMatchObject({ state: 'draft', scheduled_at: null });
    expect((await cancel(article)).status).toBe(409);
    expect(await pendingJobs()).toBe(0);
    await advanceTo(4 * HOUR_MS);
    expect([await statusOf('/article/timed'), await revisions(article)]).toEqual([404, 1]);
    // A job that could not be removed does nothing either.
    await schedule(article, 'publish', at(5 * HOUR_MS));
    await app.database.db.execute(sql`update articles set scheduled_job = gen_random_uuid()`);
    await advanceTo(6 * HOUR_MS);
    expect(await revisions(article)).toBe(1);
  });

  test('publishing or taking offline by hand ends the schedule, and saving does not', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    const client = await newsroom();
    const saved = (await client.save(article, { title: 'Better' })).body;
    expect(saved).toMatchObject({ state: 'scheduled', scheduled_at: at(HOUR_MS).toISOString() });
    const published = (await client.save(saved, { is_draft: false })).body;
    expect(published).toMatchObject({ state: 'published', scheduled_action: null });
    await schedule(published, 'unpublish', at(HOUR_MS));
    const offline = (await client.save(published, { is_draft: true })).body;
    expect(offline).toMatchObject({ state: 'draft', scheduled_action: null });
    expect(await pendingJobs()).toBe(0);
    await advanceTo(2 * HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(404);
  });

  test('nothing is published from the trash, and what would be offline by now stays offline', async () => {
    const article = await draft();
    await schedule(article, 'publish', at(HOUR_MS));
    const ending = await draft({ slug: 'ending', is_draft: false });
    await schedule(ending, 'unpublish', at(HOUR_MS));
    const early = await draft({ slug: 'early' });
    await schedule(early, 'publish', at(HOUR_MS));
    const client = await newsroom();
    for (const { id } of [article, ending, early]) await client.request('DELETE', `/articles/${id}`);
    const restore = async ({ id }: ApiArticle) =>
      (await (await newsroom()).request('POST', `/articles/${id}/restoration`)).body;
    expect(await restore(early)).toMatchObject({
      state: 'scheduled',
      scheduled_at: at(HOUR_MS).toISOString(),
    });
    await advanceTo(HOUR_MS);
    expect([await statusOf('/article/timed'), await statusOf('/article/ending')]).toEqual([404, 410]);
    expect(await statusOf('/article/early')).toBe(200);
    for (const one of [article, ending])
      expect(await restore(one)).toMatchObject({ state: 'draft', scheduled_action: null });
    expect([await statusOf('/article/timed'), await statusOf('/article/ending')]).toEqual([404, 404]);
  });

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
    const url = opened.url;
    const second = url === undefined ? opened.database : await openDatabase({ url });
    if (second !== opened.database) closers.push(() => second.close());
    const other = await start(second);
    now = at(HOUR_MS);
    const [, , third] = await Promise.all([app.jobs.runDue(), other.jobs.runDue(), start()]);
    for (const site of [app, other, third])
      await expect.poll(() => textOf('/article/timed', site)).toContain('Changed since');
    expect(await revisions(article)).toBe(3);
    for (const site of [third, other, app]) await site.close();
    now = at(26 * HOUR_MS);
    app = await start();
    expect(await textOf('/article/stopped')).toContain('Stopped');
    expect(await get(stopped)).toMatchObject({ state: 'published', revision: 3 });
    await app.jobs.runDue();
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
    await app.database.db
      .update(articleRevisions)
      .set(undescribed)
      .where(and(eq(articleRevisions.articleId, article.id), eq(articleRevisions.revision, 2)));
    await app.database.db.update(articles).set(undescribed).where(eq(articles.id, unready.id));
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

  test('what cannot be scheduled is rejected, and nothing is changed', async () => {
    const article = await draft();
    const published = await draft({ slug: 'shown', is_draft: false });
    const undescribed = await draft({
      slug: 'undescribed',
      image: 'https://pictures.example/a.jpg',
      image_alt: null,
    });
    const picture = { image: 'https://pictures.example/a.jpg', image_alt: null };
    const unready = (await saveForLater(await draft({ slug: 'unready', is_draft: false }), picture)).body;
    const results = [];
    for (const [one, action, when] of [
      [article, 'publish', at(0)],
      [article, 'publish', at(-1)],
      [article, 'publish', '2026-05-05T12:00:00'],
      [article, 'publish', '2026-05-05'],
      [article, 'publish', '2029-05-04T12:00:01Z'],
      [article, 'remove', at(HOUR_MS)],
      [undescribed, 'publish', at(HOUR_MS)],
      [article, 'unpublish', at(HOUR_MS)],
      [published, 'publish', at(HOUR_MS)],
      [{ ...article, revision: 7 }, 'publish', at(HOUR_MS)],
      [article, 'publish_changes', at(HOUR_MS)],
      [published, 'publish_changes', at(HOUR_MS)],
      [unready, 'publish_changes', at(HOUR_MS)],
      [unready, 'publish', at(HOUR_MS)],
    ] as const) {
      const { status, body } = await schedule(one, action, when);
      results.push([status, Object.keys(body['fields'] ?? {})]);
    }
    expect(results).toEqual([
      [422, ['at']],
      [422, ['at']],
      [422, ['at']],
      [422, ['at']],
      [422, ['at']],
      [422, ['action']],
      [422, ['image_alt']],
      [409, []],
      [409, []],
      [412, []],
      [409, []],
      [409, []],
      [422, ['image_alt']],
      [409, []],
    ]);
    expect([
      await pendingJobs(),
      await app.database.db.$count(articles, sql`scheduled_at is not null`),
    ]).toEqual([0, 0]);
    // A scheduled article keeps what publishing requires.
    await schedule(article, 'publish', at(HOUR_MS));
    expect((await (await newsroom()).save(article, picture)).status).toBe(422);
    expect((await get(article))['image']).toBe('');
    const ready = await changed({ slug: 'ready' });
    await schedule(ready, 'publish_changes', at(HOUR_MS));
    expect((await saveForLater(ready, picture)).status).toBe(422);
    expect(await get(ready)).toMatchObject({ image: '', revision: 2 });
  });

  test('only those who may publish an article schedule it, and change it while it is scheduled', async () => {
    const results: Record<string, unknown> = {};
    for (const role of ROLES) {
      const account = await makeAccount(app, { role });
      const mine = await newsroom(role, account);
      const own = await mine.create({ slug: `own-${role}` });
      const others = await draft({ slug: `others-${role}` });
      const ownStatus = (await schedule(own, 'publish', at(HOUR_MS), mine)).status;
      await schedule(own, 'publish', at(HOUR_MS));
      results[role] = [
        ownStatus,
        (await schedule(others, 'publish', at(HOUR_MS), mine)).status,
        (await mine.save(own, { title: 'Changed' })).status,
        (await mine.request('DELETE', `/articles/${own.id}/schedule`)).status,
        (await mine.request('DELETE', `/articles/${own.id}`)).status,
      ];
    }
    expect(results).toEqual({
      contributor: [403, 403, 403, 403, 403],
      author: [200, 403, 200, 200, 204],
      editor: [200, 200, 200, 200, 204],
      admin: [200, 200, 200, 200, 204],
    });
  });

  test('an article in review can be scheduled, is in review again without the schedule, and is published once', async () => {
    const account = await makeAccount(app, { role: 'contributor' });
    const contributor = await newsroom('contributor', account);
    const article = await contributor.create({ ...ARTICLE_INPUT, slug: 'timed' });
    const submission = () =>
      contributor.request('PUT', `/articles/${article.id}/submission`, undefined, { 'if-match': '"1"' });
    await submission();
    expect((await schedule(article, 'publish', at(HOUR_MS))).body['state']).toBe('scheduled');
    expect((await submission()).status).toBe(409);
    expect((await (await newsroom()).request('GET', '/reviews')).body).toMatchObject({ total: 0 });
    expect((await cancel(article)).body['state']).toBe('in_review');
    await schedule(article, 'publish', at(HOUR_MS));
    // The account that scheduled it is gone by then.
    await app.database.db.execute(sql`delete from "user" where id = ${admin.id}`);
    await app.jobs.runDue();
    now = at(HOUR_MS);
    await app.jobs.runDue();
    expect(await statusOf('/article/timed')).toBe(200);
    expect((await app.database.db.select().from(articles))[0]).toMatchObject({
      submittedAt: null,
      isDraft: false,
    });
  });
});
