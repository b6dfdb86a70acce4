import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { auditEvents, user } from '#domain/accounts/tables.server.ts';
import { articleAutosaves } from '#domain/articles/autosaves/tables.server.ts';
import { articlePresence } from '#domain/articles/presence/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { deleteUnusedPictures } from '#domain/images/unused-pictures.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { DATABASE_KINDS, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { crawl } from './crawl.ts';

const CANARY = 'canarybird';
const EDITOR = '11111111-1111-4111-8111-111111111111';
const OTHER_EDITOR = '22222222-2222-4222-8222-222222222222';
const EMPTY = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };

describe.each(DATABASE_KINDS)('unsaved work on the server, on the %s database', (databaseKind) => {
  let app: TestApp;
  let now = new Date();
  let admin: NewsroomApi;
  const accounts = new Map<Role, TestAccount>();
  const clients = new Map<Role, NewsroomApi>();

  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    for (const role of ['contributor', 'author', 'editor', 'admin'] as const) {
      const account = await makeAccount(app, { role, name: `The ${role}` });
      accounts.set(role, account);
      clients.set(role, await newsroomApi(app, role, account));
    }
    admin = as('admin');
  }, 60_000);
  afterAll(() => app.close());
  beforeEach(async () => {
    // The rate is that of ten seconds; access tokens are valid for ten minutes.
    now = new Date(now.getTime() + 11_000);
    await app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
  });

  function as(role: Role): NewsroomApi {
    const found = clients.get(role);
    if (found === undefined) throw new Error(`no client is ${role}`);
    return found;
  }

  const pathOf = ({ id }: { readonly id: string }) => `/articles/${id}/autosave`;

  /** @param etag of the state that the autosave replaces */
  const autosave = (
    article: ApiArticle,
    change: Readonly<Record<string, unknown>>,
    etag: string,
    by: NewsroomApi = admin,
  ) =>
    by.request(
      'PUT',
      pathOf(article),
      { ...article, based_on: article.revision, editor_id: EDITOR, ...change },
      { 'if-match': etag },
    );
  const read = async (article: { readonly id: string }, by = admin) =>
    (await by.request<{ autosave: Record<string, unknown> | null }>('GET', pathOf(article))).body;
  const get = async ({ id }: { readonly id: string }) =>
    (await admin.request<ApiArticle>('GET', `/articles/${id}`)).body;

  describe('a draft', () => {
    test('needs no field; it gets a free slug, which follows the title until it has one', async () => {
      const nothing = await admin.create(EMPTY);
      expect(nothing).toMatchObject({ title: '', excerpt: '', content: '', is_draft: true });
      expect(nothing.slug).toMatch(/^untitled-draft-[0-9a-f]{8}$/);
      expect((await admin.create(EMPTY)).slug).not.toBe(nothing.slug);

      const taken = await admin.create({ slug: 'rain' });
      const titled = (await admin.save(nothing, { title: 'Rain', slug: '' })).body;
      expect(titled).toMatchObject({ title: 'Rain', slug: 'rain-2', revision: 2 });
      // A slug that is sent is not changed, and one that is not sent stays.
      expect((await admin.save(titled, { slug: taken.slug })).status).toBe(409);
      expect((await admin.save(titled, { title: 'Snow', slug: '' })).body.slug).toBe('rain-2');
      const arabic = await admin.create({ ...EMPTY, title: 'مطر' });
      expect(arabic.slug).toMatch(/^article-[0-9a-f]{8}$/);
    });

    test('is duplicated as it was saved automatically, if nobody has saved it', async () => {
      const draft = await admin.create(EMPTY);
      const duplicate = async () =>
        (await admin.request<ApiArticle>('POST', `/articles/${draft.id}/duplicates`)).body;
      expect((await duplicate()).title).toBe('Copy of Untitled draft');
      await autosave(draft, { title: 'Rain', content: '<p>It rains.</p>' }, '"1.0"');
      expect(await duplicate()).toMatchObject({
        title: 'Copy of Rain',
        slug: 'copy-of-rain',
        content: '<p>It rains.</p>',
      });
      const saved = (await admin.save(draft, { title: 'Snow' })).body;
      await autosave(saved, { title: 'Hail' }, '"2.0"');
      expect((await duplicate()).title).toBe('Copy of Snow');
    });

    test('is not published, submitted or scheduled without the required fields', async () => {
      const message = { status: 422, body: { detail: 'Please fill in all required fields' } };
      const draft = await as('author').create({ ...EMPTY, title: 'Only a title' });
      const ifMatch = { 'if-match': '"1"' };
      const soon = new Date(now.getTime() + 3_600_000).toISOString();
      const by = as('author');
      expect(await by.save(draft, { is_draft: false })).toMatchObject(message);
      expect(await by.request('PUT', `/articles/${draft.id}/submission`, undefined, ifMatch)).toMatchObject(
        message,
      );
      const schedule = { action: 'publish', at: soon };
      expect(await by.request('PUT', `/articles/${draft.id}/schedule`, schedule, ifMatch)).toMatchObject(
        message,
      );
      expect((await get(draft)).state).toBe('draft');

      const complete = await by.create();
      await by.request('PUT', `/articles/${complete.id}/schedule`, schedule, ifMatch);
      expect(await by.save(complete, { excerpt: '' })).toMatchObject(message);
      const published = (await by.save(draft, { ...ARTICLE_INPUT, slug: 'complete', is_draft: false })).body;
      const restoration = `/articles/${draft.id}/revisions/1/restoration`;
      expect(
        await by.request('POST', restoration, undefined, { 'if-match': `"${published.revision}"` }),
      ).toMatchObject(message);
      expect((await app.fetch('/article/complete')).status).toBe(200);
    });
  });

  describe('an autosave', () => {
    test('is stored beside the article: one for each, no revision, no event, no later date of change', async () => {
      const article = await admin.create();
      const first = await autosave(article, { title: 'One', slug: 'taken-or-not' }, '"1.0"');
      expect([first.status, first.headers.get('etag')]).toEqual([200, '"1.1"']);
      const events = await app.database.db.$count(auditEvents);
      expect(await autosave(article, { title: 'Two', excerpt: '' }, '"1.1"')).toMatchObject({
        status: 200,
        body: { article_revision: 1, version: 2 },
      });
      expect(await read(article)).toMatchObject({
        article_revision: 1,
        version: 2,
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
      const { body } = await admin.request('GET', `/articles/${article.id}/revisions`);
      expect(body['revisions']).toHaveLength(1);
      expect(await app.database.db.$count(auditEvents)).toBe(events);
      expect(await app.database.db.$count(articleAutosaves)).toBe(1);
    });

    test('is cleaned and limited like a save', async () => {
      const article = await admin.create();
      await autosave(
        article,
        { title: ' A\nB ', content: '<p onclick="x()">a<script>b</script></p>' },
        '"1.0"',
      );
      expect((await read(article)).autosave).toMatchObject({ title: 'A B', content: '<p>a</p>' });
      for (const [field, value] of Object.entries({
        title: 'x'.repeat(301),
        content: `<p>${'ä'.repeat(1_100_000)}</p>`,
        image: 'javascript:alert(1)',
        category_slug: 'gardening',
      })) {
        now = new Date(now.getTime() + 11_000);
        const { status, body } = await autosave(article, { [field]: value }, '"1.1"');
        expect([field, status, Object.keys(body['fields'] as object)]).toEqual([field, 422, [field]]);
      }
      expect((await autosave(article, { based_on: 2 }, '"1.1"')).status).toBe(422);
      expect((await autosave(article, { editor_id: 'x' }, '"1.1"')).status).toBe(422);
      expect((await read(article)).autosave).toMatchObject({ title: 'A B' });
    });

    test('replaces only the one it is based on', async () => {
      const article = await admin.create();
      const put = (headers: Record<string, string>) =>
        admin.request('PUT', pathOf(article), { ...article, based_on: 1, editor_id: EDITOR }, headers);
      expect((await put({})).status).toBe(428);
      expect((await put({ 'if-match': '"1"' })).status).toBe(400);
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((title) => autosave(article, { title }, 'W/"1.0"')),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.find(({ status }) => status === 412)?.body;
      expect(refused).toMatchObject({ code: 'stale', current: await read(article) });
    });

    test('is refused more often than every two seconds, and on larger bodies than a save', async () => {
      const article = await admin.create();
      const answers: Awaited<ReturnType<typeof autosave>>[] = [];
      for (let version = 0; version < 6; version++)
        answers.push(await autosave(article, { title: `${version}` }, `"1.${version}"`));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
      // Of another person, and later.
      expect((await autosave(article, {}, '"1.5"', as('editor'))).status).toBe(200);
      now = new Date(now.getTime() + 11_000);
      expect((await autosave(article, {}, '"1.6"')).status).toBe(200);
      expect((await autosave(article, { content: 'x'.repeat(33 * 1024 * 1024) }, '"1.7"')).status).toBe(413);
    });

    test('is deleted by the save of its editor, and stays for every other save', async () => {
      const article = await admin.create();
      await autosave(article, { title: 'Typed' }, '"1.0"');
      const save = (base: ApiArticle, editor?: string, version?: number) =>
        admin.request<ApiArticle>('PUT', `/articles/${base.id}`, base, {
          'if-match': `"${base.revision}"`,
          ...(editor !== undefined && { 'editor-id': editor }),
          ...(version !== undefined && { 'autosave-version': String(version) }),
        });
      const second = (await save(article)).body;
      expect(await read(article)).toMatchObject({ article_revision: 2, version: 1 });
      const third = (await save(second, OTHER_EDITOR)).body;
      expect((await read(article)).autosave).toMatchObject({ title: 'Typed', based_on: 1 });
      expect((await save(second, EDITOR)).status).toBe(412);
      expect((await read(article)).autosave).not.toBeNull();
      expect((await save(third, EDITOR)).status).toBe(200);
      expect(await read(article)).toEqual({ article_revision: 4, version: 0, autosave: null });
      // One that was sent before the save and arrives after it.
      expect((await autosave(article, { title: 'Late' }, '"1.0"')).status).toBe(412);
      expect((await autosave(article, { title: 'Late' }, '"3.1"')).status).toBe(412);
      expect((await read(article)).autosave).toBeNull();
      // Text that is based on an older revision can be stored when its editor knows the newer one.
      expect((await autosave(article, { title: 'Mine' }, '"4.0"')).status).toBe(200);
      expect((await read(article)).autosave).toMatchObject({ title: 'Mine', based_on: 1 });
      // The editor of another computer has loaded it.
      const fifth = (await save(await get(article), OTHER_EDITOR, 2)).body;
      expect((await read(article)).autosave).not.toBeNull();
      await save(fifth, OTHER_EDITOR, 1);
      expect(await read(article)).toEqual({ article_revision: 6, version: 0, autosave: null });
    });

    test('can be discarded', async () => {
      const article = await admin.create();
      await autosave(article, { title: 'Typed' }, '"1.0"');
      const discard = (etag?: string) =>
        admin.request('DELETE', pathOf(article), undefined, etag === undefined ? {} : { 'if-match': etag });
      expect((await discard()).status).toBe(428);
      expect((await discard('"1.0"')).status).toBe(412);
      expect((await discard('"1.1"')).status).toBe(204);
      expect(await read(article)).toEqual({ article_revision: 1, version: 0, autosave: null });
    });

    test('needs the permission of a save', async () => {
      const byAuthor = await as('author').create({ slug: 'by-author' });
      const byContributor = await as('contributor').create({ slug: 'by-contributor' });
      expect((await autosave(byContributor, {}, '"1.0"', as('contributor'))).status).toBe(200);
      for (const role of ['contributor', 'author'] as const) {
        const theirs = role === 'author' ? byContributor : byAuthor;
        const etag = role === 'author' ? '"1.1"' : '"1.0"';
        expect((await autosave(theirs, {}, etag, as(role))).status).toBe(403);
        expect((await as(role).request('GET', pathOf(theirs))).status).toBe(403);
        expect(
          (await as(role).request('DELETE', pathOf(theirs), undefined, { 'if-match': etag })).status,
        ).toBe(403);
      }
      // A contributor may not save what readers see.
      const published = (await admin.save(byContributor, { is_draft: false })).body;
      expect((await autosave(published, {}, '"2.1"', as('contributor'))).status).toBe(403);
      expect((await autosave(published, {}, '"2.1"', as('editor'))).status).toBe(200);
    });

    test('of an article in the trash can neither be read nor stored, and is restored with it', async () => {
      const article = await admin.create();
      await autosave(article, { title: 'Kept' }, '"1.0"');
      await admin.request('DELETE', `/articles/${article.id}`);
      expect((await autosave(article, {}, '"1.1"')).status).toBe(404);
      expect((await admin.request('GET', pathOf(article))).status).toBe(404);
      await admin.request('POST', `/articles/${article.id}/restoration`);
      expect((await read(article)).autosave).toMatchObject({ title: 'Kept' });
      await admin.request('DELETE', `/articles/${article.id}`);
      await admin.request('DELETE', `/trash/${article.id}`);
      expect(await app.database.db.$count(articleAutosaves)).toBe(0);
      expect((await autosave(article, {}, '"1.1"')).status).toBe(404);
    });

    test('gives a draft that was never saved its title in the article table', async () => {
      const draft = await admin.create(EMPTY);
      const titles = async () =>
        ((await admin.request('GET', '/articles')).body['articles'] as ApiArticle[]).map(
          ({ title }) => title,
        );
      expect(await titles()).toEqual(['']);
      await autosave(draft, { title: 'Coming up' }, '"1.0"');
      expect(await titles()).toEqual(['Coming up']);
      expect((await get(draft)).title).toBe('');
    });

    test('moves with the articles of a section that is removed', async () => {
      const article = await admin.create({ category_slug: 'culture' });
      await autosave(article, {}, '"1.0"');
      const { body } = await admin.request<{ sections: { id: string; slug: string; revision: number }[] }>(
        'GET',
        '/sections',
      );
      const culture = body.sections.find(({ slug }) => slug === 'culture');
      const removal = await admin.request('DELETE', `/sections/${culture?.id}?move_to=sports`, undefined, {
        'if-match': `"${culture?.revision}"`,
      });
      expect(removal.status).toBe(204);
      expect((await read(article)).autosave).toMatchObject({ category_slug: 'sports' });
    });

    test('keeps its pictures', async () => {
      const article = await admin.create();
      const weeks = new Date(now.getTime() - 30 * 86_400_000);
      const picture = (name: string) => ({
        url: `/media/article-images/${name}-480.webp`,
        width: 480,
        height: 300,
        widths: [480],
        uploadedAt: weeks,
      });
      await app.database.db.insert(images).values([picture('autosaved'), picture('unused')]);
      await autosave(
        article,
        { content: `<p>a</p><img src="${picture('autosaved').url}" alt="a">` },
        '"1.0"',
      );
      const storage = diskStorage(`${app.dataDir}/media`);
      await deleteUnusedPictures({ database: app.database, storage, clock: () => now });
      const left = await app.database.db.select({ url: images.url }).from(images);
      expect(left).toEqual([{ url: picture('autosaved').url }]);
    });

    test('survives the account that stored it', async () => {
      const account = await makeAccount(app, { role: 'editor' });
      const article = await admin.create();
      await autosave(article, { title: 'Typed' }, '"1.0"', await newsroomApi(app, 'editor', account));
      await app.database.db.delete(user).where(eq(user.email, account.email));
      expect((await read(article)).autosave).toMatchObject({
        title: 'Typed',
        saved_by_name: null,
        is_own: false,
      });
    });

    test('of a published article changes no public byte, and is on no page, feed or API response', async () => {
      const published = await admin.create({ is_draft: false });
      const unsaved = await admin.create(EMPTY);
      const snapshot = async () =>
        new Map((await crawl(app, PUBLIC_URL)).map(({ path, text }) => [path, text] as const));
      const before = await snapshot();
      const words = {
        title: `${CANARY} title`,
        slug: `${CANARY}-slug`,
        excerpt: `${CANARY} excerpt`,
        content: `<p>${CANARY} body</p>`,
        tags: [CANARY],
        bylines: [{ author: null, name: `${CANARY} author` }],
        lang: 'ar',
        featured: true,
        category_slug: 'opinions',
      };
      for (const article of [published, unsaved])
        expect((await autosave(article, words, '"1.0"')).status).toBe(200);
      const after = await snapshot();
      expect((await app.fetch(`/article/${CANARY}-slug`)).status).toBe(404);
      expect(after.size).toBeGreaterThan(20);
      expect(after).toEqual(before);
      for (const path of [
        `/search?q=${CANARY}`,
        `/api/search?q=${CANARY}`,
        '/api/articles',
        `/tag/${CANARY}`,
        '/sitemap.xml',
      ]) {
        const text = await (await app.fetch(path)).text();
        // Search pages repeat the query.
        expect([path, /canarybird[ -](?:title|slug|excerpt|body|author)/.exec(text)?.[0]]).toEqual([
          path,
          undefined,
        ]);
      }
    });
  });

  describe('who has an article open', () => {
    const enter = (article: { readonly id: string }, by: NewsroomApi) =>
      by.request<{ others: { name: string; since: string }[] }>('PUT', `/articles/${article.id}/presence`);

    test('is seen by the others, with the time, until they leave or are not heard of for 90 seconds', async () => {
      const article = await as('author').create();
      const since = now.toISOString();
      expect((await enter(article, as('author'))).body.others).toEqual([]);
      now = new Date(now.getTime() + 20_000);
      expect((await enter(article, as('editor'))).body.others).toEqual([{ name: 'The author', since }]);
      const later = now.toISOString();
      now = new Date(now.getTime() + 80_000);
      // The author was last seen 100 seconds ago.
      expect((await enter(article, as('editor'))).body.others).toEqual([]);
      expect((await enter(article, as('author'))).body.others).toEqual([
        { name: 'The editor', since: later },
      ]);
      expect((await as('editor').request('DELETE', `/articles/${article.id}/presence`)).status).toBe(204);
      expect((await enter(article, as('author'))).body.others).toEqual([]);
      for (const { id } of await Promise.all([admin.create({ slug: 'b' }), admin.create({ slug: 'c' })]))
        await enter({ id }, admin);
      now = new Date(now.getTime() + 91_000);
      await enter(article, as('author'));
      expect(await app.database.db.$count(articlePresence)).toBe(1);
    });

    test('is told only to those who may read the article', async () => {
      const article = await as('author').create();
      expect((await enter(article, as('contributor'))).status).toBe(403);
      expect(await app.database.db.$count(articlePresence)).toBe(0);
      await admin.request('DELETE', `/articles/${article.id}`);
      expect((await enter(article, admin)).status).toBe(404);
    });
  });
});
