import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { createAuthor } from '../author-api.ts';
import { makeComment } from '../factories.ts';
import { endurance } from '../full.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { crawl, type Visited } from './crawl.ts';

const ARTICLES = endurance('CRAWLED_ARTICLES', { usual: 100, full: 2_000 });
const AUTHORS = 3;
/** Of topics and of places. */
const TAGS = 40 + 7;

/** One result. Searches are limited for each network. */
const SEARCH = '/search?q=%22story+number+7%22';

const isPage = ({ status, text }: Visited): boolean => status === 200 && /^<!doctype html/i.test(text);
const isIndexed = (text: string) => !/<meta name="robots" content="[^"]*noindex/.test(text);
const canonicalOf = (text: string) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1] ?? '';

/** What a reader can open by following links from the home page, without addresses of feeds and sitemaps. */
function reachableByLinks(visited: readonly Visited[]): Set<string> {
  const pages = new Map(visited.filter(isPage).map(({ path, text }) => [path, text]));
  const pending = ['/'];
  const reached = new Set(pending);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const [, link = ''] of (pages.get(path) ?? '').matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), PUBLIC_URL + path);
      const next = url.pathname + url.search;
      if (url.origin !== PUBLIC_URL || reached.has(next)) continue;
      reached.add(next);
      pending.push(next);
    }
  }
  return reached;
}

describe(`a site with ${ARTICLES} articles, in a crawl of every link`, () => {
  let app: TestApp;
  let visited: Visited[];

  beforeAll(async () => {
    app = await testApp();
    await app.database.transaction((tx) => storeSettings(tx, null, { home_latest: 'automatic' }));
    const newsroom = await newsroomApi(app);
    for (let number = 1; number <= AUTHORS; number += 1) await createAuthor(newsroom, `Author ${number}`);
    await createAuthor(newsroom, 'Without articles');
    await createPage(newsroom, 'Our ethics');
    const at = new Date();
    const sent = { status: 'sent' as const, sendAt: at, startedAt: at, sentAt: at };
    const issue = { number: 1, subject: 'The first issue', html: '<p>Text</p>', text: 'Text' };
    await app.database.db.insert(newsletterIssues).values({ ...issue, ...sent });
    await app.database.maintain(async (client) => {
      await client.query(
        `insert into articles (id, slug, title, excerpt, content, category_slug, publish_date, featured, tags, is_draft,
           word_count, author_name, bylines)
         select gen_random_uuid(), 'story-' || n, 'Story number ' || n, 'What happened in place ' || n || '.',
           '<p>The text of story ' || n || ', with <a href="/article/story-' || 1 + n * 7 % $1::int || '">another one</a>.</p>',
           sections.slug, now() - n * interval '7 hours', n % 20 = 0, array['Topic ' || n % 40, 'Place ' || n % 7],
           false, 12, authors.name, jsonb_build_array(jsonb_build_object('author', authors.id, 'name', authors.name))
         from generate_series(1, $1::int) as n
         join (select slug, row_number() over (order by slug) - 1 as position, count(*) over () as total from categories
               where slug <> 'articles') as sections on n % sections.total = sections.position
         join (select id, name, row_number() over (order by slug) - 1 as position from authors where slug <> 'without-articles') as authors
           on n % $2::int = authors.position`,
        [ARTICLES, AUTHORS],
      );
    });
    const [discussed] = await app.database.db.select().from(articles).where(eq(articles.slug, 'story-1'));
    for (let number = 1; number <= 51; number += 1)
      await makeComment(app.database, { id: discussed?.id ?? '' });
    await app.jobs.runDue();
    visited = await crawl(app, PUBLIC_URL, [SEARCH]);
  }, 600_000);

  afterAll(() => app.close());

  test('no link leads to an error', () => {
    const broken = visited.filter(({ status }) => status >= 400);
    expect(broken.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
  });

  test('every article, tag, author, section and archive month is reachable from the home page', () => {
    const reached = reachableByLinks(visited);
    const offered = visited.filter(isPage).filter(({ text }) => isIndexed(text));
    expect(offered.filter(({ path }) => /^\/article\/story-\d+$/.test(path))).toHaveLength(ARTICLES);
    expect(offered.filter(({ path }) => /^\/author\/[^/?]+$/.test(path))).toHaveLength(AUTHORS);
    expect(offered.filter(({ path }) => /^\/tag\/[^/?]+$/.test(path))).toHaveLength(TAGS);
    expect(offered.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
    for (const path of ['/our-ethics', '/newsletter/issues/1', '/article/story-1?comments=2'])
      expect([path, offered.some((page) => page.path === path)]).toEqual([path, true]);
    // Nothing would link to the page of an author without articles, so no sitemap lists it.
    expect(visited.map(({ path }) => path).filter((path) => path.includes('without-articles'))).toEqual([]);
  });

  test('every page that is indexed names itself as its canonical address, and a page of comments its article', () => {
    expect(canonicalOf(visited.find(({ path }) => path === '/article/story-1?comments=2')?.text ?? '')).toBe(
      `${PUBLIC_URL}/article/story-1`,
    );
    const others = visited
      .filter(isPage)
      .filter(({ path }) => !/\?comments=\d+$/.test(path))
      .filter(({ path, text }) => isIndexed(text) && canonicalOf(text) !== PUBLIC_URL + path);
    expect(others.map(({ path, text }) => `${path} → ${canonicalOf(text)}`)).toEqual([]);
  });
});
