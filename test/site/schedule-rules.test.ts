import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { makeAccount } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('the rules of schedules, on the %s database', (databaseKind) => {
  const context = prepareScheduleSite(databaseKind);
  const {
    advanceTo,
    at,
    cancel,
    changed,
    draft,
    get,
    newsroom,
    pendingJobs,
    revisions,
    saveForLater,
    schedule,
    statusOf,
  } = context;

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
    await context.app.database.db.execute(sql`update articles set scheduled_job = gen_random_uuid()`);
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
      await context.app.database.db.$count(articles, sql`scheduled_at is not null`),
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
      const account = await makeAccount(context.app, { role });
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
    const account = await makeAccount(context.app, { role: 'contributor' });
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
    await context.app.database.db.execute(sql`delete from "user" where id = ${context.admin.id}`);
    await context.app.jobs.runDue();
    context.now = at(HOUR_MS);
    await context.app.jobs.runDue();
    expect(await statusOf('/article/timed')).toBe(200);
    expect((await context.app.database.db.select().from(articles))[0]).toMatchObject({
      submittedAt: null,
      isDraft: false,
    });
  });
});
