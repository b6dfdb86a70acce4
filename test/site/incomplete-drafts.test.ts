import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { prepareAutosaveSite } from './autosave-site.ts';

const EMPTY = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };

describe.each(DATABASE_KINDS)('an incomplete draft, on the %s database', (databaseKind) => {
  const context = prepareAutosaveSite(databaseKind);
  const { as, autosave, get } = context;

  test('needs no field; it gets a free slug, which follows the title until it has one', async () => {
    const nothing = await context.newsroom.create(EMPTY);
    expect(nothing).toMatchObject({ title: '', excerpt: '', content: '', is_draft: true });
    expect(nothing.slug).toMatch(/^untitled-draft-[0-9a-f]{8}$/);
    expect((await context.newsroom.create(EMPTY)).slug).not.toBe(nothing.slug);

    const taken = await context.newsroom.create({ slug: 'rain' });
    const titled = (await context.newsroom.save(nothing, { title: 'Rain', slug: '' })).body;
    expect(titled).toMatchObject({ title: 'Rain', slug: 'rain-2', revision: 2 });
    // A slug that is sent is not changed, and one that is not sent stays.
    expect((await context.newsroom.save(titled, { slug: taken.slug })).status).toBe(409);
    expect((await context.newsroom.save(titled, { title: 'Snow', slug: '' })).body.slug).toBe('rain-2');
    const arabic = await context.newsroom.create({ ...EMPTY, title: 'مطر' });
    expect(arabic.slug).toMatch(/^article-[0-9a-f]{8}$/);
  });

  test('is duplicated as it was saved automatically, if nobody has saved it', async () => {
    const draft = await context.newsroom.create(EMPTY);
    const duplicate = async () =>
      (await context.newsroom.request<ApiArticle>('POST', `/articles/${draft.id}/duplicates`)).body;
    expect((await duplicate()).title).toBe('Copy of Untitled draft');
    await autosave(draft, { title: 'Rain', content: '<p>It rains.</p>' });
    expect(await duplicate()).toMatchObject({
      title: 'Copy of Rain',
      slug: 'copy-of-rain',
      content: '<p>It rains.</p>',
    });
    const saved = (await context.newsroom.save(draft, { title: 'Snow' })).body;
    await autosave(saved, { title: 'Hail' });
    expect((await duplicate()).title).toBe('Copy of Snow');
  });

  test('is not published, submitted or scheduled without the required fields', async () => {
    const message = { status: 422, body: { detail: 'Please fill in all required fields' } };
    const draft = await as('author').create({ ...EMPTY, title: 'Only a title' });
    const ifMatch = { 'if-match': '"1"' };
    const soon = new Date(context.now.getTime() + 3_600_000).toISOString();
    const by = as('author');
    expect(await by.save(draft, { is_draft: false })).toMatchObject(message);
    const submitted = await by.request('PUT', `/articles/${draft.id}/submission`, undefined, ifMatch);
    expect(submitted).toMatchObject(message);
    const schedule = { action: 'publish', at: soon };
    const scheduled = await by.request('PUT', `/articles/${draft.id}/schedule`, schedule, ifMatch);
    expect(scheduled).toMatchObject(message);
    expect((await get(draft)).state).toBe('draft');

    const complete = await by.create();
    await by.request('PUT', `/articles/${complete.id}/schedule`, schedule, ifMatch);
    expect(await by.save(complete, { excerpt: '' })).toMatchObject(message);
    const published = (await by.save(draft, { ...ARTICLE_INPUT, slug: 'complete', is_draft: false })).body;
    const restoration = `/articles/${draft.id}/revisions/1/restoration`;
    expect(
      await by.request('POST', restoration, undefined, { 'if-match': `"${published.revision}"` }),
    ).toMatchObject(message);
    expect((await context.app.fetch('/article/complete')).status).toBe(200);
  });
});
