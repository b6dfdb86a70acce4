import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import { articles, deletedSlugs } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { makeComment, makeDraft } from '../factories.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import { prepareTrashSite } from './trash-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('the trash, on the %s database', (databaseKind) => {
  const context = prepareTrashSite(databaseKind);
  const { accounts, belongings, as, listed, publish, purge, restore, statusOf, text, trash } = context;

  test('restoring gives back every row as it was, at the same addresses', async () => {
    const fields = { title: 'Exact', tags: ['Exactness'], featured: true };
    const created = await publish({ slug: 'before-the-move', ...fields });
    const moved = { slug: 'restored-exactly', content: '<p>Second text</p>' };
    const article = (await context.newsroom.save(created, moved)).body;
    await context.newsroom.request('POST', `/articles/${article.id}/notes`, { text: 'A note' });
    await context.newsroom.request(
      'PUT',
      `/articles/${article.id}/autosave`,
      { ...article, title: 'Unsaved', based_on: 2, editor_id: randomUUID() },
      { 'if-match': '"2.0"' },
    );
    await context.newsroom.request('PUT', `/articles/${article.id}/commenting`, { open: false });
    await makeComment(context.app.database, article, { commentText: 'A published comment' });
    await makeComment(context.app.database, article, { commentText: 'A pending comment', status: 'held' });
    await makeComment(context.app.database, article, { commentText: 'A deleted comment', status: 'deleted' });
    const path = `/article/${article.slug}`;
    const addresses = [
      path,
      '/articles',
      '/feed.xml',
      '/sitemap.xml',
      '/tag/exactness',
      `/api/articles/${article.slug}`,
    ];
    const before = await belongings(article);
    const page = await text(path);
    expect(page).toContain('A published comment');

    expect(await trash(article)).toBe(204);
    expect([await statusOf(path), await statusOf('/article/before-the-move')]).toEqual([410, 410]);
    for (const address of addresses) expect(await text(address)).not.toContain('restored-exactly');
    // Nothing can be changed there, and reading tells where it is.
    expect((await context.newsroom.save(article, { title: 'Changed' })).body).toMatchObject({
      status: 404,
      detail: 'This article is in the trash.',
    });
    expect(await trash(article)).toBe(404);
    expect((await context.newsroom.request('GET', `/articles/${article.id}`)).body).toMatchObject({
      state: 'in_trash',
      is_draft: true,
      trashed_at: context.now.toISOString(),
    });

    expect((await restore(article)).body).toMatchObject({
      state: 'published',
      is_draft: false,
      trashed_at: null,
      revision: article.revision,
      publish_date: article.publish_date,
      updated_at: article['updated_at'],
    });
    expect(await belongings(article)).toEqual(before);
    expect(await text(path)).toBe(page);
    expect(await statusOf('/article/before-the-move')).toBe(301);
    for (const address of ['/articles', '/feed.xml', '/tag/exactness'])
      expect([address, await text(address)]).toEqual([address, expect.stringContaining('restored-exactly')]);
    expect((await restore(article)).status).toBe(404);
    expect((await context.newsroom.save(article, { title: 'Changed' })).status).toBe(200);
  });

  test('a draft, one in review, and one that was taken offline come back as they were', async () => {
    const draft = await context.newsroom.create({ slug: 'only-a-draft' });
    const online = await publish({ slug: 'was-offline' });
    const offline = (await context.newsroom.save(online, { is_draft: true })).body;
    const inReview = await as('contributor').create({ slug: 'was-in-review' });
    await onArticle(as('contributor'), inReview, 'PUT', 'submission');
    const before = await Promise.all([draft, offline, inReview].map(belongings));
    for (const article of [draft, offline, inReview]) expect(await trash(article)).toBe(204);
    expect((await context.newsroom.request('GET', '/reviews')).body).toMatchObject({ total: 0 });
    expect([await statusOf('/article/only-a-draft'), await statusOf('/article/was-offline')]).toEqual([
      404, 410,
    ]);
    const states = [];
    for (const article of [draft, offline, inReview]) states.push((await restore(article)).body['state']);
    expect(states).toEqual(['draft', 'draft', 'in_review']);
    expect(await Promise.all([draft, offline, inReview].map(belongings))).toEqual(before);
    for (const slug of ['only-a-draft', 'was-offline', 'was-in-review'])
      expect([slug, await statusOf(`/article/${slug}`)]).toEqual([slug, 404]);
  });

  test('present and former slugs stay reserved until the article is deleted permanently', async () => {
    const former = await publish({ slug: 'former-one' });
    const article = (await context.newsroom.save(former, { slug: 'present-one' })).body;
    await trash(article);
    for (const slug of ['former-one', 'present-one']) {
      const taken = await context.newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, slug });
      expect([slug, taken.status]).toEqual([slug, 409]);
      expect(JSON.stringify(taken.body)).toContain('in the trash');
    }
    expect(await purge(article)).toBe(204);
    expect(await purge(article)).toBe(404);
    expect(Object.values(await belongings(article)).flat()).toEqual([]);
    for (const slug of ['former-one', 'present-one'])
      expect([slug, await statusOf(`/article/${slug}`)]).toEqual([slug, 410]);
    expect((await context.newsroom.create({ slug: 'former-one', is_draft: false })).slug).toBe('former-one');
    expect(await statusOf('/article/former-one')).toBe(200);
  });

  test('who may move an article to the trash may restore it, and only editors delete it permanently', async () => {
    const results: Record<string, unknown> = {};
    for (const role of ROLES) {
      const own = { createdBy: accounts.get(role)?.id ?? null };
      const draft = (await makeDraft(context.app.database, own)) as unknown as ApiArticle;
      const published = await publish();
      await context.app.database.db.update(articles).set(own).where(eq(articles.id, published.id));
      const others = await publish();
      const mine = as(role);
      const of = async (article: ApiArticle) => [
        await trash(article, mine),
        // In the trash in any case for the next requests.
        [204, 404].includes(await trash(article)),
        (await listed(mine)).some(({ id }) => id === article.id),
        (await restore(article, mine)).status,
        [204, 404].includes(await trash(article)),
        await purge(article, mine),
      ];
      results[role] = { draft: await of(draft), published: await of(published), others: await of(others) };
    }
    const all = [204, true, true, 200, true, 204];
    expect(results).toEqual({
      contributor: {
        draft: [204, true, true, 200, true, 403],
        published: [403, true, true, 403, true, 403],
        others: [403, true, false, 403, true, 403],
      },
      author: {
        draft: [204, true, true, 200, true, 403],
        published: [204, true, true, 200, true, 403],
        others: [403, true, false, 403, true, 403],
      },
      editor: { draft: all, published: all, others: all },
      admin: { draft: all, published: all, others: all },
    });
  });

  test('its comments wait with it, and their author still sees and deletes them', async () => {
    const article = await publish();
    const comment = await makeComment(context.app.database, article, {
      commentText: 'Waits in the trash',
      status: 'held',
      userEmail: 'reader-of-trash@example.com',
    });
    const pending = async () => {
      const path = '/moderation?state=held';
      const { body } = await context.newsroom.request<{ counts: { held: number } }>('GET', path);
      return [body.counts.held, JSON.stringify(body).includes('Waits in the trash')];
    };
    const [before] = await pending();
    await trash(article);
    expect(await pending()).toEqual([Number(before) - 1, false]);
    await restore(article);
    expect(await pending()).toEqual([before, true]);
    expect(comment.articleId).toBe(article.id);
  });

  test('it is deleted after thirty days, or the configured time, and its addresses stay gone', async () => {
    const article = await publish({ slug: 'expires' });
    const later = await publish({ slug: 'expires-later' });
    const start = context.now.getTime();
    await trash(article);
    context.now = new Date(start + 10 * DAY_MS);
    await trash(later);
    // Sessions do not last that long.
    const exists = async ({ id }: ApiArticle) =>
      (await context.app.database.db.$count(articles, eq(articles.id, id))) === 1;
    const afterDays = async (days: number) => {
      context.now = new Date(start + days * DAY_MS);
      await context.app.jobs.runDue();
      return [await exists(article), await exists(later)];
    };
    expect(await afterDays(29)).toEqual([true, true]);
    expect(await afterDays(31)).toEqual([false, true]);
    await context.app.database.transaction((tx) =>
      storeSettings(tx, null, { article_trash_retention_days: 60 }),
    );
    expect(await afterDays(69)).toEqual([false, true]);
    expect(await afterDays(71)).toEqual([false, false]);
    for (const slug of ['expires', 'expires-later'])
      expect([slug, await context.app.database.db.$count(deletedSlugs, eq(deletedSlugs.slug, slug))]).toEqual(
        [slug, 1],
      );
    expect(Object.values(await belongings(article)).flat()).toEqual([]);
  });
});
