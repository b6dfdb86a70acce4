import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';
import { preparePendingChangesSite } from './pending-changes-site.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'what pending changes refer to, on the %s database',
  (databaseKind) => {
    const context = preparePendingChangesSite(databaseKind);
    const { get, later, nextNumber, publish, publishChanges, row, saveForLater, statusOf, text } = context;

    test('the slug is reserved, and answers nothing', async () => {
      const article = await publish();
      const other = await publish({ title: 'The other one' });
      expect((await saveForLater(article, { slug: other.slug })).body).toMatchObject({
        status: 409,
        fields: { slug: 'The article “The other one” already uses this slug. Please choose another.' },
      });
      const pending = await later(article, { slug: 'reserved-for-later' });
      const taken = await context.newsroom.request('POST', '/articles', {
        ...ARTICLE_INPUT,
        slug: 'reserved-for-later',
      });
      expect([taken.status, taken.body['fields']]).toEqual([
        409,
        {
          slug: `The article “${article.title}” has pending changes with this slug. Please choose another.`,
        },
      ]);
      expect((await saveForLater(other, { slug: 'reserved-for-later' })).status).toBe(409);
      expect(await statusOf('/article/reserved-for-later')).toBe(404);
      const again = await later(pending, { slug: article.slug });
      const free = await context.newsroom.create({ slug: 'reserved-for-later' });
      expect((await saveForLater(again, { slug: free.slug })).status).toBe(409);
      // A former slug of its own redirects until the changes are published.
      const moved = (await context.newsroom.save(again, { slug: 'moved-away' })).body;
      const back = await later(moved, { slug: article.slug });
      expect(await statusOf(`/article/${article.slug}`)).toBe(301);
      await publishChanges(back);
      expect([await statusOf(`/article/${article.slug}`), await statusOf('/article/moved-away')]).toEqual([
        200, 301,
      ]);
    });

    test('a section that is removed takes the changes along, and none is removed while changes need it', async () => {
      const { body: section } = await context.newsroom.request('POST', '/sections', {
        name: 'Short lived',
        short_name: 'Short lived',
        path_segment: 'short-lived',
        is_category: false,
        icon: 'globe',
      });
      expect(section).toMatchObject({ slug: 'short-lived', article_count: 0 });
      const article = await publish();
      const pending = await later(article, { category_slug: 'short-lived' });
      const path = `/sections/${String(section['id'])}`;
      const ifMatch = { 'if-match': `"${String(section['revision'])}"` };
      expect((await context.newsroom.request('GET', path)).body).toMatchObject({ article_count: 1 });
      expect(await context.newsroom.request('DELETE', path, undefined, ifMatch)).toMatchObject({
        status: 409,
        body: { article_count: 1 },
      });
      expect(
        (await context.newsroom.request('DELETE', `${path}?move_to=culture`, undefined, ifMatch)).status,
      ).toBe(204);
      expect(await get(article)).toMatchObject({ category_slug: 'culture', revision: 2 });
      expect((await row(article))?.categorySlug).toBe('sports');
      expect((await publishChanges(pending)).body).toMatchObject({
        category_slug: 'culture',
        state: 'published',
      });
    });

    test('bylines follow renamed, linked and deleted profiles', async () => {
      const profile = async (name: string) =>
        (await context.newsroom.request<ApiArticle & { name: string }>('POST', '/authors', { name })).body;
      const [kept, gone] = [await profile('Kim Kept'), await profile('Gil Gone')];
      const by = (...ids: { id: string }[]) => ids.map(({ id }) => ({ author: id, name: '' }));
      const unsigned = await publish({ bylines: [{ author: null, name: 'Kim K.' }] });
      const untouched = await later(unsigned);
      const changed = await later(await publish(), { bylines: by(kept, gone) });
      expect(changed['author_name']).toBe('Kim Kept and Gil Gone');
      await context.newsroom.request(
        'PUT',
        `/authors/${kept.id}`,
        { ...kept, name: 'Kim Kepler' },
        { 'if-match': `"${kept.revision}"` },
      );
      await context.newsroom.request('DELETE', `/authors/${gone.id}`, undefined, {
        'if-match': `"${gone.revision}"`,
      });
      await context.newsroom.request('POST', '/free-bylines/links', { name: 'Kim K.', author: kept.id });
      const expected = {
        author_name: 'Kim Kepler and Gil Gone',
        bylines: [
          { author: kept.id, name: 'Kim Kepler' },
          { author: null, name: 'Gil Gone' },
        ],
      };
      expect(await get(changed)).toMatchObject(expected);
      expect((await publishChanges(changed)).body).toMatchObject(expected);
      expect((await saveForLater(await get(untouched))).body).toMatchObject({
        bylines: [{ author: kept.id, name: 'Kim Kepler' }],
        state: 'published_with_pending_changes',
      });
      const published = await publishChanges(await get(untouched));
      expect(published.body).toMatchObject({ bylines: [{ author: kept.id, name: 'Kim Kepler' }] });
      expect(await text(`/article/${unsigned.slug}`)).toContain('Kim Kepler');
    });

    test('neither the pending revision nor its pictures are deleted', async () => {
      const embedded = async (seed: number) => {
        const photo = await makePhoto({ format: 'png', seed });
        return `<img src="data:image/png;base64,${photo.toString('base64')}" alt="A view">`;
      };
      const pictureOf = ({ content }: ApiArticle) => /\/media\/[^" ]+/.exec(content)?.[0] ?? '';
      const article = await publish();
      const pending = await later(article, { content: await embedded(77) });
      const unused = await context.newsroom.create({
        content: await embedded(78),
        slug: `changing-${nextNumber()}`,
      });
      expect([await statusOf(pictureOf(pending)), await statusOf(pictureOf(unused))]).toEqual([200, 200]);
      await context.newsroom.request('DELETE', `/articles/${unused.id}`);
      await context.newsroom.request('DELETE', `/trash/${unused.id}`);
      await context.app.database.transaction((tx) =>
        storeSettings(tx, null, { article_revisions_retention_days: 30 }),
      );
      context.now = new Date(context.now.getTime() + 400 * DAY_MS);
      await context.app.jobs.runDue();
      const left = await context.app.database.db
        .select({ revision: articleRevisions.revision })
        .from(articleRevisions)
        .where(eq(articleRevisions.articleId, article.id))
        .orderBy(articleRevisions.revision);
      expect(left).toEqual([{ revision: 1 }, { revision: 2 }]);
      expect([await statusOf(pictureOf(pending)), await statusOf(pictureOf(unused))]).toEqual([200, 404]);
    });
  },
);
