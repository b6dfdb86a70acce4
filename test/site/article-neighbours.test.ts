import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { newsroomApi, type NewsroomApi } from '../newsroom-api.ts';
import { makeArticle } from '../factories.ts';
const day = (number: number) => new Date(Date.UTC(2025, 0, number));

describe.each(DATABASE_KINDS)('related and next articles, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeEach(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
  });
  afterEach(() => app.close());

  const text = async (slug: string) => (await app.fetch(`/article/${slug}`)).text();
  const related = async (slug: string) => {
    const html = await text(slug);
    const from = html.indexOf('id="related-title"');
    if (from === -1) return [];
    return Array.from(
      html.slice(from).matchAll(/card-link" href="\/article\/([^"]+)"/g),
      ([, found]) => found,
    );
  };
  const next = async (slug: string) =>
    /class="next-article" href="\/article\/([^"]+)"/.exec(await text(slug))?.[1] ?? null;
  const make = (slug: string, categorySlug: string, number: number) =>
    makeArticle(app.database, { slug, categorySlug, publishDate: day(number) });

  test('recommends its own section first, then the newest articles of other sections', async () => {
    await make('own-old', 'sports', 1);
    expect(await text('own-old')).not.toMatch(/Related Articles|Next article/);
    await make('here', 'sports', 2);
    await make('far-old', 'culture', 3);
    await make('far-new', 'opinions', 5);
    await make('far-mid', 'culture', 4);
    expect(await related('here')).toEqual(['own-old', 'far-new', 'far-mid']);
  });

  test('links the next older article of the section; the oldest links the first related one', async () => {
    await make('oldest', 'sports', 1);
    await make('elsewhere', 'culture', 2);
    // Articles with the same date have a fixed order.
    await make('middle', 'sports', 3);
    await make('twin', 'sports', 3);
    await make('newest', 'sports', 4);
    const chain = ['newest'];
    for (let slug = await next('newest'); slug !== null && chain.length < 5; slug = await next(slug))
      chain.push(slug);
    expect(chain).toEqual(['newest', 'twin', 'middle', 'oldest', 'newest']);
  });

  test('an unpublished article is replaced by one of another section immediately', async () => {
    const taken = await newsroom.create({ slug: 'own-1', is_draft: false });
    for (const slug of ['own-2', 'own-3', 'here']) await newsroom.create({ slug, is_draft: false });
    await make('far', 'culture', 1);
    expect(new Set(await related('here'))).toEqual(new Set(['own-1', 'own-2', 'own-3']));
    await newsroom.save(taken, { is_draft: true });
    expect(new Set(await related('here'))).toEqual(new Set(['own-2', 'own-3', 'far']));
  });
});
