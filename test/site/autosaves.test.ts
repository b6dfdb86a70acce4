import { describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articleAutosaves } from '#domain/articles/autosaves/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { deleteUnusedPictures } from '#domain/images/unused-pictures.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { DATABASE_KINDS } from '../app.ts';
import { makePicture } from '../factories.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { EDITOR, prepareAutosaveSite } from './autosave-site.ts';

const OTHER_EDITOR = '22222222-2222-4222-8222-222222222222';
const EMPTY = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };

describe.each(DATABASE_KINDS)('an autosave, on the %s database', (databaseKind) => {
  const context = prepareAutosaveSite(databaseKind);
  const { as, autosave, etagOf, get, pathOf, read } = context;
  test('is stored beside the article: one for each, no revision, no event, no later date of change', async () => {
    const article = await context.newsroom.create();
    const first = await autosave(article, { title: 'One', slug: 'taken-or-not' }, { etag: '"1.0"' });
    const version = Number(first.body['version']);
    expect([first.status, first.headers.get('etag')]).toEqual([200, `"1.${version}"`]);
    const events = await context.app.database.db.$count(auditEvents);
    expect(await autosave(article, { title: 'Two', excerpt: '' })).toMatchObject({
      status: 200,
      body: { article_revision: 1, version: version + 1 },
    });
    expect(await read(article)).toMatchObject({
      article_revision: 1,
      version: version + 1,
      autosave: {
        title: 'Two',
        excerpt: '',
        content: ARTICLE_INPUT.content,
        based_on: 1,
        editor_id: EDITOR,
        saved_by_name: 'The admin',
        is_own: true,
        word_count: 5,
      },
    });
    expect((await read(article, as('editor'))).autosave).toMatchObject({ is_own: false });
    expect(await get(article)).toEqual(article);
    const { body } = await context.newsroom.request('GET', `/articles/${article.id}/revisions`);
    expect(body['revisions']).toHaveLength(1);
    expect(await context.app.database.db.$count(auditEvents)).toBe(events);
    expect(await context.app.database.db.$count(articleAutosaves)).toBe(1);
  });

  test('is cleaned and limited like a save', async () => {
    const article = await context.newsroom.create();
    await autosave(article, { title: ' A\nB ', content: '<p onclick="x()">a<script>b</script></p>' });
    expect((await read(article)).autosave).toMatchObject({ title: 'A B', content: '<p>a</p>' });
    for (const [field, value] of Object.entries({
      title: 'x'.repeat(301),
      content: `<p>${'ä'.repeat(1_100_000)}</p>`,
      image: 'javascript:alert(1)',
      category_slug: 'gardening',
    })) {
      context.now = new Date(context.now.getTime() + 11_000);
      const { status, body } = await autosave(article, { [field]: value });
      expect([field, status, Object.keys(body['fields'] as object)]).toEqual([field, 422, [field]]);
    }
    expect((await autosave(article, { based_on: 2 })).status).toBe(422);
    expect((await autosave(article, { editor_id: 'x' })).status).toBe(422);
    expect((await read(article)).autosave).toMatchObject({ title: 'A B' });
  });

  test('replaces only the one it is based on', async () => {
    const article = await context.newsroom.create();
    const put = (headers: Record<string, string>) =>
      context.newsroom.request(
        'PUT',
        pathOf(article),
        { ...article, based_on: 1, editor_id: EDITOR },
        headers,
      );
    expect((await put({})).status).toBe(428);
    expect((await put({ 'if-match': '"1"' })).status).toBe(400);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((title) => autosave(article, { title }, { etag: 'W/"1.0"' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 412)?.body;
    expect(refused).toMatchObject({ code: 'stale', current: await read(article) });
  });

  test('is deleted by the save of its editor, and stays for every other save', async () => {
    const article = await context.newsroom.create();
    const { body: stored } = await autosave(article, { title: 'Typed' });
    const save = (base: ApiArticle, editor?: string, version?: number) =>
      context.newsroom.request<ApiArticle>('PUT', `/articles/${base.id}`, base, {
        'if-match': `"${base.revision}"`,
        ...(editor !== undefined && { 'editor-id': editor }),
        ...(version !== undefined && { 'autosave-version': String(version) }),
      });
    const second = (await save(article)).body;
    expect(await read(article)).toMatchObject({ article_revision: 2, version: stored['version'] });
    const third = (await save(second, OTHER_EDITOR)).body;
    expect((await read(article)).autosave).toMatchObject({ title: 'Typed', based_on: 1 });
    expect((await save(second, EDITOR)).status).toBe(412);
    expect((await read(article)).autosave).not.toBeNull();
    expect((await save(third, EDITOR)).status).toBe(200);
    expect(await read(article)).toEqual({ article_revision: 4, version: 0, autosave: null });
    // One that was sent before the save and arrives after it.
    expect((await autosave(article, { title: 'Late' }, { etag: '"1.0"' })).status).toBe(412);
    const late = { etag: `"3.${String(stored['version'])}"` };
    expect((await autosave(article, { title: 'Late' }, late)).status).toBe(412);
    expect((await read(article)).autosave).toBeNull();
    // Text that is based on an older revision can be stored when its editor knows the newer one.
    const { body: mine } = await autosave(article, { title: 'Mine' }, { etag: '"4.0"' });
    expect((await read(article)).autosave).toMatchObject({ title: 'Mine', based_on: 1 });
    // The editor of another computer has loaded it.
    const version = Number(mine['version']);
    const fifth = (await save(await get(article), OTHER_EDITOR, version + 1)).body;
    expect((await read(article)).autosave).not.toBeNull();
    await save(fifth, OTHER_EDITOR, version);
    expect(await read(article)).toEqual({ article_revision: 6, version: 0, autosave: null });
  });

  test('has another number than one that was deleted before, so that nobody takes it for that one', async () => {
    const article = await context.newsroom.create();
    await autosave(article, { title: 'Loaded elsewhere' });
    const loaded = await etagOf(article);
    await context.newsroom.request('DELETE', pathOf(article), undefined, { 'if-match': loaded });
    expect((await autosave(article, { title: 'Typed later' })).status).toBe(200);
    const { status, body } = await autosave(article, { title: 'From elsewhere' }, { etag: loaded });
    expect([status, body['current']]).toEqual([412, await read(article)]);
    expect((await read(article)).autosave).toMatchObject({ title: 'Typed later' });
  });

  test('needs the permission of a save', async () => {
    const byAuthor = await as('author').create({ slug: 'by-author' });
    const byContributor = await as('contributor').create({ slug: 'by-contributor' });
    expect((await autosave(byContributor, {}, { by: as('contributor') })).status).toBe(200);
    for (const role of ['contributor', 'author'] as const) {
      const theirs = role === 'author' ? byContributor : byAuthor;
      const etag = await etagOf(theirs);
      expect((await autosave(theirs, {}, { etag, by: as(role) })).status).toBe(403);
      expect((await as(role).request('GET', pathOf(theirs))).status).toBe(403);
      const discarded = await as(role).request('DELETE', pathOf(theirs), undefined, { 'if-match': etag });
      expect(discarded.status).toBe(403);
    }
    // A contributor may not save what readers see.
    const published = (await context.newsroom.save(byContributor, { is_draft: false })).body;
    expect((await autosave(published, {}, { by: as('contributor') })).status).toBe(403);
    expect((await autosave(published, {}, { by: as('editor') })).status).toBe(200);
  });

  test('of an article in the trash can neither be read nor stored, and is restored with it', async () => {
    const article = await context.newsroom.create();
    await autosave(article, { title: 'Kept' });
    const etag = await etagOf(article);
    await context.newsroom.request('DELETE', `/articles/${article.id}`);
    expect((await autosave(article, {}, { etag })).status).toBe(404);
    expect((await context.newsroom.request('GET', pathOf(article))).status).toBe(404);
    await context.newsroom.request('POST', `/articles/${article.id}/restoration`);
    expect((await read(article)).autosave).toMatchObject({ title: 'Kept' });
    await context.newsroom.request('DELETE', `/articles/${article.id}`);
    await context.newsroom.request('DELETE', `/trash/${article.id}`);
    expect(await context.app.database.db.$count(articleAutosaves)).toBe(0);
    expect((await autosave(article, {}, { etag })).status).toBe(404);
  });

  test('keeps its pictures', async () => {
    const article = await context.newsroom.create();
    const weeks = new Date(context.now.getTime() - 30 * 86_400_000);
    const url = (name: string) => `/media/article-images/${name}-480.webp`;
    for (const name of ['autosaved', 'unused'])
      await makePicture(context.app.database, { url: url(name), widths: [480], uploadedAt: weeks });
    await autosave(article, { content: `<p>a</p><img src="${url('autosaved')}" alt="a">` });
    const storage = diskStorage(`${context.app.dataDir}/media`);
    await deleteUnusedPictures({ database: context.app.database, storage, clock: () => context.now });
    const left = await context.app.database.db.select({ url: images.url }).from(images);
    expect(left).toEqual([{ url: url('autosaved') }]);
  });
});

describe.each(DATABASE_KINDS)('an incomplete draft, on the %s database', (databaseKind) => {
  const context = prepareAutosaveSite(databaseKind);
  const { as, get } = context;

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
