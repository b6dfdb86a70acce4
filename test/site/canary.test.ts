import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { homePicks } from '#domain/articles/home-picks/tables.server.ts';
import { articleNotes } from '#domain/articles/review/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { createLog } from '#platform/log.server.ts';
import { postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { makeArticle, makeComment, makeDraft, makeScheduledArticle } from '../factories.ts';
import { draftOnAnotherDay } from '../newsletter.ts';
import { crawl, type Visited } from './crawl.ts';

/** A word in every field of the articles that are not public. */
const CANARY = 'canarybird';

/** The public articles of the sections, with and without pending changes, and some more. */
const PUBLIC_COUNT = 2 * DEFAULT_SECTIONS.length + 15;

const LOCAL = 'canarywriter';
const ADDRESS = `${LOCAL}@canarynest.example`;
/** The email address of a commenter, its parts, and encodings and hashes of it. */
const TRACES = [
  LOCAL,
  'canarynest',
  ...['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      createHash(algorithm).update(ADDRESS).digest(encoding).replace(/=+$/, ''),
    ),
  ),
  Buffer.from(ADDRESS).toString('base64url'),
].map((trace) => trace.toLowerCase());
const tracesIn = (text: string) => TRACES.filter((trace) => text.toLowerCase().includes(trace));

const hidden = (kind: string) => ({
  slug: `${CANARY}-${kind}`,
  title: `${CANARY} title`,
  excerpt: `${CANARY} excerpt`,
  content: `<p>${CANARY} body. ${CANARY}s nested.</p>`,
  authorName: `${CANARY} author`,
  readTime: `${CANARY} minutes`,
  tags: [CANARY],
});

describe.each(databaseKindsFor(import.meta.filename))('what is not public (%s database)', (databaseKind) => {
  let app: TestApp;
  let visited: Visited[];
  const logged: string[] = [];
  /** The responses to links to previews, which people have opened before the crawl. */
  const previewed: string[] = [];
  /** Numbers of drafts that the search of the newsroom finds by their text, as it is written and by other forms of its words. */
  let inNewsroom: unknown[];
  /** The responses to comments, with their headers. */
  const answers: string[] = [];

  const text = async (path: string) => (await app.fetch(path)).text();
  const comment = (comment_text: string, slug = 'discussed', more: object = {}) =>
    postJson(app, `/api/articles/${slug}/comments`, { user_email: ADDRESS, comment_text, ...more });

  async function postComments(): Promise<void> {
    await makeArticle(app.database, { slug: 'discussed' });
    const fields = { user_email: ADDRESS.toUpperCase(), comment_text: 'By the plain form' };
    for (const response of [
      await comment('Shown to everybody'),
      await comment('Held back', 'discussed', { website: 'x' }),
      await comment('a'.repeat(6_000)),
      await comment('x', 'nowhere'),
      await app.fetch('/article/discussed/comments', { method: 'POST', body: new URLSearchParams(fields) }),
      ...(await Promise.all(Array.from({ length: 9 }, (_, number) => comment(`Number ${number}`)))),
    ])
      answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
    const statuses = answers.map((answer) => answer.slice(0, 3));
    expect(statuses.slice(0, 5)).toEqual(['201', '201', '422', '404', '303']);
    expect(statuses.slice(5)).toContain('429');
  }

  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      log: createLog('trace', (line) => void logged.push(line)),
      env: { TRUST_PROXY: '1' },
    });
    // First, because the log has a limited number of lines of a kind.
    await postComments();
    const newsroom = await newsroomApi(app);
    const openPreview = async (id: string) => {
      const { body } = await newsroom.request<{ url: string }>('POST', `/articles/${id}/preview-links`);
      previewed.push(await text(body.url));
    };
    await draftOnAnotherDay(app.database);
    await app.database.transaction((tx) => storeSettings(tx, null, { home_latest: 'automatic' }));
    for (const { slug } of DEFAULT_SECTIONS) {
      const draft = await makeDraft(app.database, { ...hidden(`draft-${slug}`), categorySlug: slug });
      await openPreview(draft.id);
      await makeDraft(app.database, { ...hidden(`featured-${slug}`), categorySlug: slug, featured: true });
      await makeScheduledArticle(app.database, {
        ...hidden(`scheduled-${slug}`),
        categorySlug: slug,
        featured: true,
      });
      const { authorName, readTime, ...fields } = hidden(`trashed-${slug}`);
      const trashed = await newsroom.create({
        ...fields,
        category_slug: slug,
        bylines: [{ author: null, name: authorName }],
        read_time: readTime,
        featured: true,
        is_draft: false,
      });
      await makeComment(app.database, trashed, { commentText: `${CANARY} comment` });
      // Rendered and stored before it is trashed.
      for (const path of ['/', '/articles', `/article/${trashed.slug}`, '/feed.xml', `/tag/${CANARY}`])
        await text(path);
      await newsroom.request('DELETE', `/articles/${trashed.id}`);
      const live = await newsroom.create({
        slug: `changed-${slug}`,
        title: `Changed in ${slug}`,
        category_slug: slug,
        is_draft: false,
      });
      const pending = await newsroom.request(
        'PUT',
        `/articles/${live.id}/pending-changes`,
        {
          ...fields,
          slug: `${CANARY}-pending-${slug}`,
          category_slug: slug === 'sports' ? 'culture' : 'sports',
          bylines: [{ author: null, name: authorName }],
          read_time: readTime,
          featured: true,
          image: `https://pictures.example/${CANARY}.jpg`,
          image_alt: CANARY,
        },
        { 'if-match': '"1"' },
      );
      await openPreview(live.id);
      if (pending.status !== 200) throw new Error(JSON.stringify(pending.body));
      const { id: articleId } = await makeArticle(app.database, {
        categorySlug: slug,
        title: `Public in ${slug}`,
      });
      await app.database.db.insert(articleNotes).values({ articleId, text: `${CANARY} note` });
    }
    const { authorName, readTime, ...autosave } = hidden('autosaved');
    const bylines = [{ author: null, name: authorName }];
    const more = { category_slug: 'sports', bylines, read_time: readTime, lang: 'ar', featured: true };
    const basis = { based_on: 1, editor_id: '11111111-1111-4111-8111-111111111111' };
    const path = `/articles/${(await makeArticle(app.database)).id}/autosave`;
    const saved = await newsroom.request(
      'PUT',
      path,
      { ...autosave, ...more, ...basis },
      { 'if-match': '"1.0"' },
    );
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
    for (let number = 0; number < 13; number++) await makeArticle(app.database);
    // The newsroom finds all of them by their words from now on.
    await app.database.transaction(enqueueIndexing);
    await app.jobs.runDue();
    const countInNewsroom = async (search: string) => {
      const parameters = new URLSearchParams({ search, state: 'draft' }).toString();
      return (await newsroom.request('GET', `/articles?${parameters}`)).body['total'];
    };
    inNewsroom = [await countInNewsroom(`${CANARY} body`), await countInNewsroom(`nesting ${CANARY}s `)];
    visited = await crawl(app, PUBLIC_URL);
  });

  afterAll(() => app.close());

  test('the crawl has visited the site', () => {
    const paths = visited.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/articles', '/articles?page=2', '/sports', '/about', '/contact']),
    );
    expect(paths.filter((path) => /^\/article\/[^/?]+$/.test(path))).toHaveLength(PUBLIC_COUNT);
    for (const shown of [
      ...DEFAULT_SECTIONS.map(({ slug }) => `Public in ${slug}`),
      'Shown to everybody',
      'By the plain form',
    ])
      expect([shown, visited.some((page) => page.text.includes(shown))]).toEqual([shown, true]);
  });

  test('is shown by links to previews', () => {
    expect(previewed).toHaveLength(2 * DEFAULT_SECTIONS.length);
    for (const html of previewed) expect(html).toContain(`${CANARY} body`);
  });

  test('appears in no response', async () => {
    const leaks = visited.filter((page) => (page.path + page.text).toLowerCase().includes(CANARY));
    expect(leaks.map(({ path }) => path)).toEqual([]);
    for (const path of ['/api/articles/discussed/comments', '/article/discussed?posted=yes'])
      visited.push({ path, status: 200, text: await text(path) });
    expect(visited.filter((page) => tracesIn(page.path + page.text).length > 0)).toEqual([]);
    expect(visited.filter((page) => page.text.includes('Held back'))).toEqual([]);
    expect(answers.flatMap(tracesIn)).toEqual([]);
  });

  test('is in no log line, even when the database fails', async () => {
    expect(logged.some((line) => line.includes('/api/articles/discussed/comments'))).toBe(true);
    // The error of the driver has the statement with its parameters, and that of PostgreSQL the whole row.
    await app.database.db.execute(
      sql`alter table comments add constraint refuse_all check (false) not valid`,
    );
    const before = logged.length;
    const body = { user_email: ADDRESS, comment_text: 'Lost' };
    const network = { 'x-forwarded-for': '203.0.113.9' };
    const failed = await postJson(app, '/api/articles/discussed/comments', body, network);
    await app.database.db.execute(sql`alter table comments drop constraint refuse_all`);
    expect([failed.status, tracesIn(await failed.text())]).toEqual([500, []]);
    expect(logged.slice(before).some((line) => line.includes('refuse_all'))).toBe(true);
    expect(logged.flatMap(tracesIn)).toEqual([]);
  });

  test('is not on the home page, picked or not', async () => {
    expect(await text('/')).toContain('id="latest-title"');
    await app.database.transaction(async (tx) => {
      const all = await tx.select({ articleId: articles.id }).from(articles);
      await tx
        .insert(homePicks)
        .values(all.map(({ articleId }, index) => ({ articleId, position: index + 1 })));
      await storeSettings(tx, null, { home_latest: 'picked' });
    });
    const page = await text('/');
    expect(page).toContain('Public in sports');
    expect(page.toLowerCase()).not.toContain(CANARY);
  });

  test('only the search of the newsroom finds it', async () => {
    expect(inNewsroom).toEqual([2 * DEFAULT_SECTIONS.length, 2 * DEFAULT_SECTIONS.length]);
    for (const query of ['canary', 'canarybirt', 'canary title', '"canary', 'nesting ', 'nesting canary'])
      for (const path of ['/search', '/api/search'])
        expect(await text(`${path}?q=${encodeURIComponent(query)}`)).not.toContain(CANARY);
    // Neither their words nor the stems of these.
    for (const query of [CANARY, 'nesting ', 'nested', 'nest', '/nest']) {
      const found = await (await app.fetch(`/api/search?q=${encodeURIComponent(query)}`)).json();
      expect([query, found]).toMatchObject([query, { results: [], total: 0, suggestion: null }]);
    }
    const { rows } = await app.database.db.execute<{ word: string }>(
      sql`select word from search_words where concat(word, ' ', stem, ' ', folded_stem) ~ 'canary|nest'`,
    );
    expect(rows).toEqual([]);
  });

  test('no link of the site is broken', () => {
    const offered = visited.filter(({ path }) => !/^\/(?:sitemap|rss|search)/.test(path));
    const broken = offered.filter(({ status }) => status >= 400);
    expect(broken.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
  });

  test.each(['draft-sports', 'featured-sports', 'scheduled-sports', 'pending-sports', 'autosaved'])(
    'a %s article answers like an unknown one',
    async (kind) => {
      const missing = await app.fetch('/article/never-was');
      const response = await app.fetch(`/article/${CANARY}-${kind}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(await missing.text());
      const comments = await app.fetch(`/article/${CANARY}-${kind}/comments`);
      expect([comments.status, comments.headers.get('location')]).toEqual([404, null]);
    },
  );

  test('an article in the trash answers that it was removed, and its tag is unknown', async () => {
    const response = await app.fetch(`/article/${CANARY}-trashed-sports`);
    expect([response.status, (await response.text()).includes(CANARY)]).toEqual([410, false]);
    for (const path of [`/tag/${CANARY}`, `/tag/${CANARY}/feed.xml`])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    for (const path of ['/api/articles', '/api/articles?featured=true', '/api/categories/sports'])
      expect(await text(path)).not.toContain(CANARY);
    expect(await (await app.fetch('/api/articles')).json()).toMatchObject({ total: PUBLIC_COUNT });
    for (const path of ['/sports?page=2', '/articles?page=4'])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
  });

  test('is not in an issue of the newsletter', async () => {
    const changed = await text('/search?q=changed');
    expect([changed.includes('/article/changed-sports'), changed.includes(CANARY)]).toEqual([true, false]);
    const newsroom = await newsroomApi(app);
    const { body: issue } = await newsroom.request('POST', '/newsletter/issues', {});
    const preview = await newsroom.request('GET', `/newsletter/issues/${String(issue['id'])}/preview`);
    expect(preview.status).toBe(200);
    expect(JSON.stringify([issue, preview.body])).toContain('Changed in sports');
    expect(JSON.stringify([issue, preview.body])).not.toContain(CANARY);
    expect(logged).not.toEqual([]);
    // The log has the paths of requests, and this file asks for slugs with the word.
    expect(logged.filter((line) => line.replaceAll(/"path":"[^"]*"/g, '').includes(CANARY))).toEqual([]);
  });
});
