import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { ARTICLE_INPUT, type ApiArticle } from '../newsroom-api.ts';
import { restoreRevision } from './article-requests.ts';
import { crawl } from './crawl.ts';
import { LATER, preparePendingChangesSite } from './pending-changes-site.ts';
import { eq } from 'drizzle-orm';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { changeAuthor, createAuthor, deleteAuthor, linkedTo } from '../author-api.ts';
import { makePhoto } from '../pictures.ts';

describe.each(databaseKindsFor(import.meta.filename))('pending changes (%s database)', (databaseKind) => {
  const site = preparePendingChangesSite(databaseKind);

  test('saving for later changes no byte of what readers get, and publishing changes all of it', async () => {
    const article = await site.publish({ title: 'Seen by readers', tags: ['Constancy'], slug: 'constant' });
    await site.publish({ title: 'A neighbour', tags: ['Constancy'] });
    const visit = async () =>
      new Map((await crawl(site.app, PUBLIC_URL)).map(({ path, text: body }) => [path, body]));
    const before = await visit();
    expect([...before.keys()]).toEqual(
      expect.arrayContaining(['/article/constant', '/feed.xml', '/tag/constancy', '/sitemap.xml', '/sports']),
    );
    site.now = new Date(site.now.getTime() + DAY_MS);
    const pending = await site.later(article, {
      slug: 'constant-later',
      content: `<h2>${LATER}</h2><p>Another text.</p>`,
      category_slug: 'culture',
      tags: ['Change'],
      featured: true,
      bylines: [{ author: null, name: 'Somebody Else' }],
    });
    expect(pending).toMatchObject({
      title: LATER,
      slug: 'constant-later',
      state: 'published_with_pending_changes',
      is_draft: false,
      revision: 2,
      live_revision: 1,
      author_name: 'Somebody Else',
      publish_date: article.publish_date,
      updated_at: site.now.toISOString(),
      updated_by_name: 'Ada Admin',
    });
    const after = await visit();
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    expect([...after].filter(([path, body]) => before.get(path) !== body).map(([path]) => path)).toEqual([]);
    // Also rendered again, and not only stored.
    await site.app.database.transaction(async (tx) => tx.purge('*'));
    expect(
      [...(await visit())].filter(([path, body]) => before.get(path) !== body).map(([path]) => path),
    ).toEqual([]);
    expect(await site.statusOf('/article/constant-later')).toBe(404);
    expect((await site.row(article))?.updatedAt.toISOString()).toBe(article['updated_at']);
    expect(
      await site.newsroom.request('GET', '/articles?state=published_with_pending_changes'),
    ).toMatchObject({
      body: {
        articles: [{ title: 'Seen by readers', slug: 'constant', updated_at: article['updated_at'] }],
      },
    });

    site.now = new Date(site.now.getTime() + DAY_MS);
    const { status, body } = await site.publishChanges(pending);
    expect([status, body]).toMatchObject([
      200,
      {
        title: LATER,
        state: 'published',
        revision: 3,
        live_revision: null,
        publish_date: article.publish_date,
        updated_at: site.now.toISOString(),
      },
    ]);
    const moved = await site.app.fetch('/article/constant');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/article/constant-later']);
    for (const path of ['/article/constant-later', '/culture', '/feed.xml', '/tag/change', '/api/articles'])
      await expect.poll(async () => [path, (await site.text(path)).includes(LATER)]).toEqual([path, true]);
    for (const path of ['/sports', '/feed.xml', '/articles', '/tag/constancy'])
      await expect
        .poll(async () => [path, (await site.text(path)).includes('Seen by readers')])
        .toEqual([path, false]);
    expect(await site.eventsOf(article)).toEqual(['article_published', 'article_changes_published']);
    expect(await site.revisionsOf(article)).toEqual([
      [3, LATER, false, false, null],
      [2, LATER, true, true, null],
      [1, 'Seen by readers', false, false, null],
    ]);
  });

  test('an update publishes what the editor shows', async () => {
    const article = await site.publish({ title: 'Live' });
    const second = await site.later(article, { title: 'Second' });
    const updated = (await site.newsroom.save(second, {})).body;
    expect(updated).toMatchObject({
      title: 'Second',
      state: 'published',
      live_revision: null,
      revision: 3,
    });
    await expect.poll(() => site.text(`/article/${article.slug}`)).toContain('Second');
    expect((await site.publishChanges(updated)).status).toBe(409);
    expect((await site.discard(updated)).status).toBe(409);
  });

  test('discarded changes leave the live text, and stay in the list of revisions', async () => {
    const article = await site.publish({ title: 'To stay' });
    const pending = await site.later(article, { title: 'Discarded', slug: 'not-to-be' });
    const before = await site.row(article);
    const { status, body } = await site.discard(pending);
    expect([status, body]).toMatchObject([
      200,
      { title: 'To stay', slug: article.slug, state: 'published', revision: 3, live_revision: null },
    ]);
    expect(await site.row(article)).toEqual({ ...before, revision: 3, liveRevision: null });
    expect(await site.revisionsOf(article)).toEqual([
      [3, 'To stay', false, false, 1],
      [2, 'Discarded', true, true, null],
      [1, 'To stay', false, false, null],
    ]);
    expect(await site.eventsOf(article)).toEqual(['article_published', 'article_changes_discarded']);
    // Restored, they are saved for later again, and not published.
    const restored = await restoreRevision(site.newsroom, body, 2);
    expect(restored.body).toMatchObject({
      title: 'Discarded',
      slug: article.slug,
      state: 'published_with_pending_changes',
      live_revision: 3,
    });
    expect(await site.text(`/article/${article.slug}`)).not.toContain('Discarded');
  });

  test('publishing requires what an update requires, and saving for later does not', async () => {
    const article = await site.publish();
    const undescribed = { image: 'https://pictures.example/a.jpg', image_alt: null };
    const pending = await site.later(article, { ...undescribed, is_draft: true });
    expect(pending).toMatchObject({ is_draft: false, image_alt: null });
    expect(await site.publishChanges(pending)).toMatchObject({
      status: 422,
      body: { fields: { image_alt: expect.any(String) } },
    });
    expect(await site.get(article)).toMatchObject({ revision: 2, live_revision: 1 });
  });

  test('taken offline, the draft has the pending text, and the live one is a revision', async () => {
    const article = await site.publish({ title: 'Was live' });
    const pending = await site.later(article, { slug: `offline-${article.slug}` });
    const draft = (await site.newsroom.save(pending, { is_draft: true })).body;
    expect(draft).toMatchObject({ title: LATER, state: 'draft', live_revision: null, revision: 3 });
    expect((await site.newsroom.request('GET', `/articles/${article.id}/revisions/1`)).body['title']).toBe(
      'Was live',
    );
    expect([
      await site.statusOf(`/article/${article.slug}`),
      await site.statusOf(`/article/${draft.slug}`),
    ]).toEqual([404, 404]);
    // Its former address redirects again with the publication.
    await site.newsroom.save(draft, { is_draft: false });
    expect(await site.statusOf(`/article/${article.slug}`)).toBe(301);
  });

  test('the trash keeps both texts, and the reserved slug', async () => {
    const article = await site.publish({ title: 'In and out' });
    await site.later(article, { slug: `trashed-${article.slug}` });
    const before = [await site.row(article), await site.get(article), await site.revisionsOf(article)];
    expect((await site.newsroom.request('DELETE', `/articles/${article.id}`)).status).toBe(204);
    expect((await site.get(article))['state']).toBe('in_trash');
    expect([
      await site.statusOf(`/article/${article.slug}`),
      await site.statusOf(`/article/trashed-${article.slug}`),
    ]).toEqual([410, 404]);
    const taken = await site.newsroom.request('POST', '/articles', {
      ...ARTICLE_INPUT,
      slug: `trashed-${article.slug}`,
    });
    expect(taken.status).toBe(409);
    for (const attempt of [site.saveForLater, site.publishChanges, site.discard])
      expect((await attempt({ ...article, revision: 2 })).status).toBe(404);
    await site.newsroom.request('POST', `/articles/${article.id}/restoration`);
    expect([await site.row(article), await site.get(article), await site.revisionsOf(article)]).toEqual(
      before,
    );
    expect(await site.text(`/article/${article.slug}`)).toContain('In and out');
  });

  test('the slug is reserved, and answers nothing', async () => {
    const article = await site.publish();
    const other = await site.publish({ title: 'The other one' });
    expect((await site.saveForLater(article, { slug: other.slug })).body).toMatchObject({
      status: 409,
      fields: { slug: 'The article “The other one” already uses this slug. Please choose another.' },
    });
    await site.later(article, { slug: 'reserved-for-later' });
    const taken = await site.newsroom.request('POST', '/articles', {
      ...ARTICLE_INPUT,
      slug: 'reserved-for-later',
    });
    expect([taken.status, taken.body['fields']]).toEqual([
      409,
      {
        slug: `The article “${article.title}” has pending changes with this slug. Please choose another.`,
      },
    ]);
    expect((await site.saveForLater(other, { slug: 'reserved-for-later' })).status).toBe(409);
    expect(await site.statusOf('/article/reserved-for-later')).toBe(404);
  });

  test('a section that is removed takes the changes along, and none is removed while changes need it', async () => {
    const { body: section } = await site.newsroom.request('POST', '/sections', {
      name: 'Short lived',
      short_name: 'Short lived',
      path_segment: 'short-lived',
      is_category: false,
      icon: 'globe',
    });
    expect(section).toMatchObject({ slug: 'short-lived', article_count: 0 });
    const article = await site.publish();
    const pending = await site.later(article, { category_slug: 'short-lived' });
    const path = `/sections/${String(section['id'])}`;
    const ifMatch = { 'if-match': `"${String(section['revision'])}"` };
    expect((await site.newsroom.request('GET', path)).body).toMatchObject({ article_count: 1 });
    expect(await site.newsroom.request('DELETE', path, undefined, ifMatch)).toMatchObject({
      status: 409,
      body: { article_count: 1 },
    });
    expect(
      (await site.newsroom.request('DELETE', `${path}?move_to=culture`, undefined, ifMatch)).status,
    ).toBe(204);
    expect(await site.get(article)).toMatchObject({ category_slug: 'culture', revision: 2 });
    expect((await site.row(article))?.categorySlug).toBe('sports');
    expect((await site.publishChanges(pending)).body).toMatchObject({
      category_slug: 'culture',
      state: 'published',
    });
  });

  test('bylines follow renamed and deleted profiles', async () => {
    const kept = await createAuthor(site.newsroom, 'Kim Kept');
    const gone = await createAuthor(site.newsroom, 'Gil Gone');
    const bylines = [linkedTo(kept), linkedTo(gone)];
    const changed = await site.later(await site.publish(), { bylines });
    expect(changed['author_name']).toBe('Kim Kept and Gil Gone');
    await changeAuthor(site.newsroom, kept, { name: 'Kim Kepler' });
    await deleteAuthor(site.newsroom, gone);
    const expected = {
      author_name: 'Kim Kepler and Gil Gone',
      bylines: [
        { author: kept.id, name: 'Kim Kepler' },
        { author: null, name: 'Gil Gone' },
      ],
    };
    expect(await site.get(changed)).toMatchObject(expected);
    expect((await site.publishChanges(changed)).body).toMatchObject(expected);
  });

  test('neither the pending revision nor its pictures are deleted', async () => {
    const embedded = async (seed: number) => {
      const photo = await makePhoto({ format: 'png', seed });
      return `<img src="data:image/png;base64,${photo.toString('base64')}" alt="A view">`;
    };
    const pictureOf = ({ content }: ApiArticle) => /\/media\/[^" ]+/.exec(content)?.[0] ?? '';
    const article = await site.publish();
    const pending = await site.later(article, { content: await embedded(77) });
    const unused = await site.newsroom.create({
      content: await embedded(78),
      slug: `changing-${site.nextNumber()}`,
    });
    const shown = async () => [
      await site.statusOf(pictureOf(pending)),
      await site.statusOf(pictureOf(unused)),
    ];
    expect(await shown()).toEqual([200, 200]);
    await site.newsroom.request('DELETE', `/articles/${unused.id}`);
    await site.newsroom.request('DELETE', `/trash/${unused.id}`);
    await site.app.database.transaction((tx) =>
      storeSettings(tx, null, { article_revisions_retention_days: 30 }),
    );
    site.now = new Date(site.now.getTime() + 400 * DAY_MS);
    await site.app.jobs.runDue();
    const left = await site.app.database.db
      .select({ revision: articleRevisions.revision })
      .from(articleRevisions)
      .where(eq(articleRevisions.articleId, article.id))
      .orderBy(articleRevisions.revision);
    expect(left).toEqual([{ revision: 1 }, { revision: 2 }]);
    expect(await shown()).toEqual([200, 404]);
  });
});
