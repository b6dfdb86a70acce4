import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { ARTICLES_SECTIONS } from '../section-names.ts';

/** The elements with this name: their attributes, and their text without markup. */
function elements(html: string, name: string) {
  return Array.from(html.matchAll(new RegExp(`<${name}(?= |>)([^>]*)>(.*?)</${name}>`, 'gs')), (found) => ({
    attributes: found[1] ?? '',
    html: found[2] ?? '',
    text: textOf(found[2] ?? ''),
  }));
}
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
const texts = (html: string, name: string) => elements(html, name).map(({ text }) => text);
const links = (html: string) =>
  elements(html, 'a').map(({ attributes, text }) => [text, /href="([^"]*)"/.exec(attributes)?.[1]]);
const between = (html: string, start: string, end: string) => {
  const [, after = ''] = html.split(start);
  return after.split(end, 1)[0] ?? '';
};

describe.each(databaseKindsFor(import.meta.filename))('on the %s database', (databaseKind) => {
  let empty: TestApp;
  let app: TestApp;
  beforeAll(async () => {
    empty = await testApp({ databaseKind });
    app = await testApp({ databaseKind });
    for (let number = 1; number <= 5; number += 1)
      await makeArticle(app.database, {
        slug: `piece-${number}`,
        title: `Piece ${number}`,
        categorySlug: 'technology',
        featured: number === 2,
        tags: ['Rain'],
        content: '<h1>A part</h1><p>It rained.</p>',
        readTime: '4 min read',
      });
  });
  afterAll(() => Promise.all([app.close(), empty.close()]));

  const mainOf = async (path: string, site = app) =>
    between(await (await site.fetch(path)).text(), '<main', '</main>');

  test.each([
    ['/articles/global-politics', 'Global Politics', 'No articles in this category yet'],
    ['/articles/african-affairs', 'African Affairs', 'No articles in this category yet'],
    ['/opinions', 'Opinions', 'Opinion pieces coming soon...'],
    ['/videos', 'Videos', 'Video content coming soon...'],
  ])('%s without articles has title, icon, description and its empty text', async (path, name, text) => {
    const html = await (await empty.fetch(path)).text();
    const main = between(html, '<main', '</main>');
    expect(texts(main, 'h1')[0]).toContain(name);
    expect(textOf(between(html, '<title>', '</title>'))).toContain(name);
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}"/>`);
    expect(main).toMatch(/<header.*<svg.*<p[^>]*>\S+ \S+ \S+.*<\/header>/s);
    expect(textOf(main)).toContain(text);
    expect(elements(main, 'article')).toEqual([]);
  });

  test('a listing shows the featured article large, and of each its section, title, excerpt, date and read time', async () => {
    const main = await mainOf('/articles');
    expect(links(main).filter(([text]) => text?.startsWith('Read Full Article'))).toEqual([
      ['Read Full Article: Piece 2', '/article/piece-2'],
    ]);
    const cards = elements(main, 'article');
    expect(cards.map(({ html }) => links(html)[0])).toEqual(
      [2, 1, 3, 4, 5].map((number) => [`Piece ${number}`, `/article/piece-${number}`]),
    );
    for (const { html, text } of cards) {
      expect(text).toMatch(/^TechnologyPiece \d.*What article \d+ is about/s);
      expect(html).toMatch(/<time dateTime="\d{4}-\d{2}-\d{2}[^"]*">[A-Z][a-z]+ \d{1,2}, \d{4}<\/time>/);
      expect(text).toContain('4 min read');
      expect(html).toMatch(/<(?:img|svg)/);
    }
    expect(texts(await mainOf('/technology'), 'h1')).toEqual(['Technology & Future']);
  });

  test('an article has section, tags, author, date, read time, comments and at most three related articles', async () => {
    const html = await (await app.fetch('/article/piece-3')).text();
    const header = between(html, '<article', '</header>');
    expect(links(header)).toEqual([
      ['Technology', '/technology'],
      ['Rain', '/tag/rain'],
      ['0 comments', '#comments'],
    ]);
    expect(texts(header, 'h1')).toEqual(['Piece 3']);
    expect(textOf(header)).toMatch(/ALAda Lovelace[A-Z][a-z]+ \d{1,2}, \d{4}4 min read/);
    expect(texts(html, 'h1')).toEqual(['Piece 3']);
    expect(textOf(between(html, '<title>', '</title>'))).toBe('Piece 3 – Meridian');
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/article/piece-3"/>`);
    const form = between(html, '<form class="comment-form', '</form>');
    expect(form.match(/<(?:input|textarea)[^>]*required=""[^>]*>/g)).toEqual([
      expect.stringContaining('type="email"'),
      expect.stringContaining('<textarea'),
    ]);
    expect(textOf(form)).toContain("Your email won't be published.");
    expect(textOf(html)).toContain('No comments yet. Be the first to share your thoughts!');
    expect(links(between(html, 'rel="next"', '</main>')).slice(-3)).toEqual([
      ['Piece 1', '/article/piece-1'],
      ['Piece 2', '/article/piece-2'],
      ['Piece 4', '/article/piece-4'],
    ]);
    expect(html).toMatch(/<a class="next-article" href="\/article\/piece-4"/);
  });

  test('the home page has the hero, nine cards in three stacks, and the newsletter', async () => {
    const main = await mainOf('/');
    expect(texts(main, 'h1')).toEqual(['Contemporary Issues, Clear Analysis']);
    expect(links(main)[0]).toEqual(['EXPLORE', '#coverage']);
    expect(main).toMatch(/<p class="hero-lead">\S+ \S+ \S+/);
    const [, ...stacks] = main.split('<ul class="card-stack" style="--cards:3">');
    expect(stacks.map((stack) => texts(stack, 'h3'))).toEqual([
      ['Articles', 'Sports', 'Culture'],
      ['Media & Power', 'Technology & Future', 'Opinions'],
      ['Investigations', 'Podcast', 'Videos'],
    ]);
    const explore = links(stacks.join('')).filter(([text]) => text === 'Explore');
    expect(explore.map(([, path]) => path?.slice(1)).join(' ')).toBe(
      'articles sports culture media-power technology opinions investigations podcasts videos',
    );
    expect(texts(between(main, 'stack-card-badges', '</ul>'), 'a')).toEqual([...ARTICLES_SECTIONS]);
    const [, newsletter = ''] = main.split('Stay Informed');
    expect(links(newsletter)).toEqual([['Subscribe Now', '/newsletter']]);
    expect(textOf(newsletter)).toContain('Free • Weekly • Unsubscribe anytime');
  });

  test.each([
    '/404',
    '/nowhere/at/all',
    '/article/no-such-article',
    '/articles/no-such-category',
    '/articles?page=nonsense',
  ])('%s is not found', async (path) => {
    const response = await app.fetch(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      expect.stringMatching(/^text\/html/),
    ]);
    const main = between(await response.text(), '<main', '</main>');
    expect(textOf(main)).toContain('Oops! Page not found');
    expect(links(main)).toEqual([['Return to Home', '/']]);
  });
});
