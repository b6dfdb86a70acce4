import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { homePicks } from '#domain/articles/home-picks/tables.server.ts';
import { articleNotes } from '#domain/articles/review/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { createLog } from '#platform/log.server.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { makeArticle, makeComment, makeDraft, makeScheduledArticle } from '../factories.ts';
import { draftOnAnotherDay } from '../newsletter.ts';
import { crawl, type Visited } from './crawl.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

/** A word in every field of the articles that are not public. */
const CANARY = 'canarybird';

/** The public articles of the sections, with and without pending changes, and some more. */
const PUBLIC_COUNT = 2 * DEFAULT_SECTIONS.length + 15;

const hidden = (kind: string) => ({
  slug: `${CANARY}-${kind}`,
  title: `${CANARY} title`,
  excerpt: `${CANARY} excerpt`,
  content: `<p>${CANARY} body. ${CANARY}s nested.</p>`,
  authorName: `${CANARY} author`,
  readTime: `${CANARY} minutes`,
  tags: [CANARY],
});

describe.each(DATABASE_KINDS)('what is not public, on the %s database', (databaseKind) => {
  let app: TestApp;
  let visited: Visited[];
  const logged: string[] = [];
  /** The responses to links to previews, which people have opened before the crawl. */
  const previewed: string[] = [];
  /** Numbers of drafts that the search of the newsroom finds by their text, as it is written and by other forms of its words. */
  let inNewsroom: unknown[];

  beforeAll(async () => {
    app = await testApp({ databaseKind, log: createLog('trace', (line) => void logged.push(line)) });
    const newsroom = await newsroomApi(app);
    const openPreview = async (id: string) => {
      const { body } = await newsroom.request<{ url: string }>('POST', `/articles/${id}/preview-links`);
      previewed.push(await (await app.fetch(body.url)).text());
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
        await app.fetch(path);
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
    for (let number = 0; number < 15; number++) await makeArticle(app.database);
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
    for (const { slug } of DEFAULT_SECTIONS)
      expect(visited.some(({ text }) => text.includes(`Public in ${slug}`))).toBe(true);
  });

  test('is shown by links to previews', () => {
    expect(previewed).toHaveLength(2 * DEFAULT_SECTIONS.length);
    for (const html of previewed) expect(html).toContain(`${CANARY} body`);
  });

  test('appears in no response', () => {
    const leaks = visited.filter(({ path, text }) => (path + text).toLowerCase().includes(CANARY));
    expect(leaks.map(({ path }) => path)).toEqual([]);
  });

  test('is not on the home page, picked or not', async () => {
    expect(await (await app.fetch('/')).text()).toContain('id="latest-title"');
    await app.database.transaction(async (tx) => {
      const all = await tx.select({ articleId: articles.id }).from(articles);
      await tx
        .insert(homePicks)
        .values(all.map(({ articleId }, index) => ({ articleId, position: index + 1 })));
      await storeSettings(tx, null, { home_latest: 'picked' });
    });
    const page = await (await app.fetch('/')).text();
    expect(page).toContain('Public in sports');
    expect(page.toLowerCase()).not.toContain(CANARY);
  });

  test('only the search of the newsroom finds it', async () => {
    expect(inNewsroom).toEqual([2 * DEFAULT_SECTIONS.length, 2 * DEFAULT_SECTIONS.length]);
    for (const query of ['canary', 'canarybirt', 'canary title', '"canary', 'nesting ', 'nesting canary'])
      for (const path of ['/search', '/api/search'])
        expect(await (await app.fetch(`${path}?q=${encodeURIComponent(query)}`)).text()).not.toContain(
          CANARY,
        );
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

  test.each(['draft', 'featured', 'scheduled', 'pending'])(
    'a %s article answers like an unknown one',
    async (kind) => {
      const missing = await app.fetch('/article/never-was');
      const response = await app.fetch(`/article/${CANARY}-${kind}-sports`);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(await missing.text());
    },
  );

  test('an article in the trash answers that it was removed, and its tag is unknown', async () => {
    const response = await app.fetch(`/article/${CANARY}-trashed-sports`);
    expect([response.status, (await response.text()).includes(CANARY)]).toEqual([410, false]);
    for (const path of [`/tag/${CANARY}`, `/tag/${CANARY}/feed.xml`])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    for (const path of ['/api/articles', '/api/articles?featured=true', '/api/categories/sports'])
      expect(await (await app.fetch(path)).text()).not.toContain(CANARY);
    expect(await (await app.fetch('/api/articles')).json()).toMatchObject({
      total: PUBLIC_COUNT,
    });
  });

  test('is found by no search, not in an issue of the newsletter, and in no line of the log', async () => {
    expect(await (await app.fetch(`/api/search?q=${CANARY}`)).json()).toMatchObject({ total: 0 });
    const changed = await (await app.fetch('/search?q=changed')).text();
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

  test('adds no pages to listings', async () => {
    expect((await app.fetch('/sports?page=2')).status).toBe(404);
    expect((await app.fetch('/articles?page=4')).status).toBe(404);
  });
});
