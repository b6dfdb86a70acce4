import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { changeAuthor, createAuthor, deleteAuthor, linkedTo } from '../author-api.ts';
import { databaseKindsFor } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';
import { preparePendingChangesSite } from './pending-changes-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('references of changes (%s)', (databaseKind) => {
  const site = preparePendingChangesSite(databaseKind);

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
