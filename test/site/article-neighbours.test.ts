import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { KINDS, type TestApp, testApp } from '../app.ts';
import { newsroomDesk, type NewsroomDesk } from '../desk.ts';
import { makeArticle } from '../factories.ts';

const PATIENCE = { timeout: 5_000, interval: 20 };
const day = (number: number) => new Date(Date.UTC(2025, 0, number));

describe.each(KINDS)('what the page of an article leads on to, on the %s database', (on) => {
  let app: TestApp;
  let desk: NewsroomDesk;
  beforeEach(async () => {
    app = await testApp({ on });
    desk = await newsroomDesk(app);
  }, 30_000);
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
  const draft = (slug: string) => desk.create({ slug, title: slug, is_draft: true });

  test('recommends its own section first and fills up with the newest of the others', async () => {
    await make('own-old', 'sports', 1);
    await make('here', 'sports', 2);
    await make('far-old', 'culture', 3);
    await make('far-new', 'opinions', 5);
    await make('far-mid', 'culture', 4);
    expect(await related('here')).toEqual(['own-old', 'far-new', 'far-mid']);
  });

  test('stays in a section that has enough', async () => {
    for (let number = 1; number <= 5; number++) await make(`own-${number}`, 'sports', number);
    await make('far-newest', 'culture', 9);
    expect(await related('own-2')).toEqual(['own-5', 'own-4', 'own-3']);
    expect(await related('own-5')).toEqual(['own-4', 'own-3', 'own-2']);
  });

  test('has no heading over nothing, and no next article where there is none', async () => {
    await make('alone', 'sports', 1);
    expect(await related('alone')).toEqual([]);
    expect(await text('alone')).not.toMatch(/Related Articles|Next article/);
    expect(await next('alone')).toBeNull();
  });

  test('goes on to the next older of its section; the oldest to the first recommended', async () => {
    await make('oldest', 'sports', 1);
    await make('elsewhere', 'culture', 2);
    // two of one moment have one order, too
    await make('middle', 'sports', 3);
    await make('twin', 'sports', 3);
    await make('newest', 'sports', 4);
    const chain = ['newest'];
    for (let slug = await next('newest'); slug !== null && chain.length < 5; slug = await next(slug))
      chain.push(slug);
    expect(chain).toEqual(['newest', 'twin', 'middle', 'oldest', 'newest']);
  });

  test('a publication reaches the pages that are filled, and renders no page of a full section', async () => {
    await make('small', 'culture', 1);
    const full = await make('full-1', 'opinions', 2);
    for (let number = 2; number <= 5; number++) await make(`full-${number}`, 'opinions', number + 1);
    expect(await related('small')).toEqual(['full-5', 'full-4', 'full-3']);
    expect(await related('full-1')).toEqual(['full-5', 'full-4', 'full-3']);
    const title = 'Only a page that is rendered again shows this';
    await app.database.db.update(articles).set({ title }).where(eq(articles.id, full.id));

    await desk.create({ slug: 'fresh', is_draft: false });
    await expect.poll(() => related('small'), PATIENCE).toEqual(['fresh', 'full-5', 'full-4']);
    expect(await text('full-1')).not.toContain(title);
  });

  test('what is taken down makes room for one of another section, at once', async () => {
    const taken = await desk.create({ slug: 'own-1', is_draft: false });
    for (const slug of ['own-2', 'own-3', 'here']) await desk.create({ slug, is_draft: false });
    await make('far', 'culture', 1);
    expect(new Set(await related('here'))).toEqual(new Set(['own-1', 'own-2', 'own-3']));
    await desk.save(taken, { is_draft: true });
    expect(new Set(await related('here'))).toEqual(new Set(['own-2', 'own-3', 'far']));
  });

  test('the next article follows what is published, renamed, moved and taken down', async () => {
    const [first, back, last] = [await draft('first'), await draft('back'), await draft('last')];
    await desk.save(first, { is_draft: false });
    const offline = await desk.save(back, { is_draft: false });
    await desk.save(last, { is_draft: false });
    expect(await next('last')).toBe('back');
    const taken = await desk.save(offline.body, { is_draft: true });
    expect(await next('last')).toBe('first');
    // comes back with its old date, between the two others
    const again = await desk.save(taken.body, { is_draft: false });
    await expect.poll(() => next('last'), PATIENCE).toBe('back');
    const renamed = await desk.save(again.body, { title: 'Another title' });
    await expect.poll(() => text('last'), PATIENCE).toContain('Another title');
    const moved = await desk.save(renamed.body, { category_slug: 'culture' });
    await expect.poll(() => next('last'), PATIENCE).toBe('first');
    await desk.save(moved.body, { category_slug: 'sports' });
    await expect.poll(() => next('last'), PATIENCE).toBe('back');
  });
});
