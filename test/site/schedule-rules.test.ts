import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { makeAccount } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('the rules of schedules, on the %s database', (databaseKind) => {
  const site = prepareScheduleSite(databaseKind);

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
