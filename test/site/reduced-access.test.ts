import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents, userRoles } from '#domain/accounts/tables.server.ts';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { DATABASE_KINDS, PUBLIC_URL } from '../app.ts';
import { delayInserts } from '../delayed-inserts.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import { prepareScheduleSite } from './schedule-site.ts';

describe.each(DATABASE_KINDS)('people who may do less, on the %s database', (databaseKind) => {
  const site = prepareScheduleSite(databaseKind);

  const person = () => makeAccount(site.app, { role: 'editor', name: 'Edda Editor' });
  const asAdmin = async (method: string, path: string, body?: unknown) =>
    (await site.newsroom()).request(method, path, body);
  const waiting = async () =>
    (await asAdmin('GET', '/reviews')).body as { articles: ApiArticle[]; total: number };
  const statusOf = async (path: string) => (await site.app.fetch(path)).status;
  const eventsBy = async (name: string) =>
    (await site.app.database.db.select().from(auditEvents).where(eq(auditEvents.actorName, name))).map(
      ({ action }) => action,
    );

  const REDUCTIONS = {
    suspended: ({ id }: TestAccount) => asAdmin('PATCH', `/people/${id}`, { suspended: true }),
    demoted: ({ id }: TestAccount) => asAdmin('PATCH', `/people/${id}`, { role: 'contributor' }),
    removed: ({ id }: TestAccount) => asAdmin('DELETE', `/people/${id}`),
  };

  test.each(Object.entries(REDUCTIONS))(
    'what someone has scheduled, shared and approved ends when this person is %s',
    async (_, reduce) => {
      const edda = await person();
      const client = await site.newsroom('editor', edda);
      const [draft, live, changed] = [
        await client.create({ slug: 'timed' }),
        await site.draft({ slug: 'ending', is_draft: false }),
        await site.changed({ slug: 'changed' }),
      ];
      await site.schedule(draft, 'publish', site.at(HOUR_MS), client);
      await site.schedule(live, 'unpublish', site.at(HOUR_MS), client);
      await site.schedule(changed, 'publish_changes', site.at(HOUR_MS), client);
      const others = await site.draft({ slug: 'others' });
      await site.schedule(others, 'publish', site.at(HOUR_MS));
      const link = (await client.request<{ url: string }>('POST', `/articles/${draft.id}/preview-links`))
        .body;
      const preview = link.url.slice(PUBLIC_URL.length);
      expect(await statusOf(preview)).toBe(200);
      const [issue] = await site.app.database.db
        .insert(newsletterIssues)
        .values({ subject: 'Weekly', status: 'approved', sendAt: site.at(HOUR_MS), approvedBy: edda.id })
        .returning();
      const before = await eventsBy('Edda Editor');

      expect((await reduce(edda)).status).toBeLessThan(300);
      expect(await statusOf(preview)).toBe(410);
      expect(
        await site.app.database.db
          .select()
          .from(newsletterIssues)
          .where(eq(newsletterIssues.id, issue?.id ?? '')),
      ).toMatchObject([{ status: 'draft', sendAt: null, approvedBy: null }]);
      const { articles, total } = await waiting();
      const paused = { at: site.at(HOUR_MS).toISOString(), by_name: 'Edda Editor' };
      expect([total, new Map(articles.map(({ id, paused_schedule: schedule }) => [id, schedule]))]).toEqual([
        3,
        new Map([
          [draft.id, { action: 'publish', ...paused }],
          [live.id, { action: 'unpublish', ...paused }],
          [changed.id, { action: 'publish_changes', ...paused }],
        ]),
      ]);
      await site.advanceTo(2 * HOUR_MS);
      expect(await site.statusesOf('/article/timed', '/article/ending', '/article/others')).toEqual([
        404, 200, 200,
      ]);
      expect(await site.textOf('/article/changed')).not.toContain('Changed since');
      expect(await site.get(draft)).toMatchObject({ state: 'draft', scheduled_action: null });
      expect(await eventsBy('Edda Editor')).toEqual(before);

      // An editor decides: again, now, or not at all.
      expect((await site.schedule(draft, 'publish', site.at(3 * HOUR_MS))).body).toMatchObject({
        state: 'scheduled',
        paused_schedule: null,
      });
      expect((await site.cancel(live)).body).toMatchObject({ state: 'published', paused_schedule: null });
      const published = await onArticle(
        await site.newsroom(),
        changed,
        'POST',
        'pending-changes/publication',
      );
      expect(published.body).toMatchObject({ state: 'published', paused_schedule: null });
      expect((await waiting()).total).toBe(0);
      expect((await site.cancel(live)).status).toBe(409);
    },
  );

  test('a schedule that its role still allows goes on', async () => {
    const edda = await person();
    const client = await site.newsroom('editor', edda);
    const own = await client.create({ slug: 'own' });
    await site.schedule(own, 'publish', site.at(HOUR_MS), client);
    await asAdmin('PATCH', `/people/${edda.id}`, { role: 'author' });
    await site.advanceTo(HOUR_MS);
    expect(await statusOf('/article/own')).toBe(200);
  });

  test('whatever took the permission away, nothing happens at the moment', async () => {
    const edda = await person();
    const client = await site.newsroom('editor', edda);
    const draft = await client.create({ slug: 'timed' });
    await site.schedule(draft, 'publish', site.at(HOUR_MS), client);
    await site.app.database.db.delete(userRoles).where(eq(userRoles.userId, edda.id));
    await site.advanceTo(HOUR_MS);
    expect(await statusOf('/article/timed')).toBe(404);
    expect((await waiting()).articles).toMatchObject([{ id: draft.id }]);
    expect((await site.events(draft)).at(-1)?.slice(0, 2)).toEqual(['article_schedule_paused', '']);
  });

  // The embedded database has one transaction at a time.
  test.runIf(databaseKind === 'server')('a person is removed while this person saves', async () => {
    const edda = await person();
    const client = await site.newsroom('editor', edda);
    const draft = await client.create({ slug: 'timed' });
    const inserts = await delayInserts(site.app.database, articleRevisions);
    const saving = client.save(draft, { title: 'Saved meanwhile' });
    await inserts.waitFor(1);
    const removing = asAdmin('DELETE', `/people/${edda.id}`);
    await inserts.waitFor(2);
    await inserts.release();
    expect([(await saving).status, (await removing).status]).toEqual([200, 204]);
    expect(await site.get(draft)).toMatchObject({ title: 'Saved meanwhile', created_by_name: null });
    expect((await client.save(draft, { title: 'Later' })).status).toBe(401);
  });

  test.runIf(databaseKind === 'server')(
    'what someone publishes while being suspended is not published',
    async () => {
      const edda = await person();
      const client = await site.newsroom('editor', edda);
      const draft = await client.create({ slug: 'timed' });
      const inserts = await delayInserts(site.app.database, articleRevisions);
      const publishing = client.save(draft, { is_draft: false });
      await inserts.waitFor(1);
      expect((await REDUCTIONS.suspended(edda)).status).toBe(200);
      await inserts.release();
      expect([(await publishing).status, await statusOf('/article/timed')]).toEqual([401, 404]);
      expect(await eventsBy('Edda Editor')).toEqual(['signed_in']);
    },
  );
});
