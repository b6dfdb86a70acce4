import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARTICLE_SECTIONS } from '#domain/categories/section.ts';
import { kindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft, makeFutureArticle } from '../factories.ts';
import { crawl, type Visited } from './crawl.ts';

const KINDS = kindsFor(import.meta.filename);

/** A word that stands in every field of what is not public, in each as it would be shown or linked. */
const CANARY = 'canarybird';

const hidden = (kind: string) => ({
  slug: `${CANARY}-${kind}`,
  title: `${CANARY} title`,
  excerpt: `${CANARY} excerpt`,
  content: `<p>${CANARY} body</p>`,
  authorName: `${CANARY} author`,
  readTime: `${CANARY} minutes`,
  tags: [CANARY],
});

describe.each(KINDS)('what is not public, on the %s database', (on) => {
  let app: TestApp;
  let visited: Visited[];

  beforeAll(async () => {
    app = await testApp({ on });
    for (const { slug } of ARTICLE_SECTIONS) {
      await makeDraft(app.database, { ...hidden(`draft-${slug}`), categorySlug: slug });
      await makeDraft(app.database, { ...hidden(`featured-${slug}`), categorySlug: slug, featured: true });
      await makeFutureArticle(app.database, {
        ...hidden(`future-${slug}`),
        categorySlug: slug,
        featured: true,
      });
      await makeArticle(app.database, { categorySlug: slug, title: `Public in ${slug}` });
    }
    for (let number = 0; number < 15; number++) await makeArticle(app.database);
    visited = await crawl(app, PUBLIC_URL);
  }, 60_000);

  afterAll(() => app.close());

  test('the crawl has seen the site', () => {
    const paths = visited.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/articles', '/articles?page=2', '/sports', '/about', '/contact']),
    );
    expect(paths.filter((path) => /^\/article\/[^/?]+$/.test(path))).toHaveLength(
      ARTICLE_SECTIONS.length + 15,
    );
    for (const { slug } of ARTICLE_SECTIONS)
      expect(visited.some(({ text }) => text.includes(`Public in ${slug}`))).toBe(true);
  });

  test('appears in no answer', () => {
    const leaks = visited.filter(({ path, text }) => (path + text).toLowerCase().includes(CANARY));
    expect(leaks.map(({ path }) => path)).toEqual([]);
  });

  test('no link of the site is broken', () => {
    const offered = visited.filter(({ path }) => !/^\/(?:sitemap|rss|search)/.test(path));
    const broken = offered.filter(({ status }) => status >= 400);
    expect(broken.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
  });

  test.each(['draft', 'featured', 'future'])(
    'a %s article is as unknown as one that never was',
    async (kind) => {
      const missing = await app.fetch('/article/never-was');
      const answer = await app.fetch(`/article/${CANARY}-${kind}-sports`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(await missing.text());
    },
  );

  test('does not make pages of listings', async () => {
    expect((await app.fetch('/sports?page=2')).status).toBe(404);
    expect((await app.fetch('/articles?page=3')).status).toBe(404);
  });
});
