import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { HOSTILE_HTML } from '../hostile-html.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

/** The output format of the sanitiser: every HTML parser reads it the same way. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
const ATTRIBUTE = / ([a-z-]+)(?:="([^"]*)")?/g;

const TAGS = new Set(
  'p h1 h2 h3 h4 h5 blockquote pre ul ol li hr figure figcaption br strong em u s sub sup span code a img'.split(
    ' ',
  ),
);
const DIGITS = /^\d{1,5}$/;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:|mailto:|tel:)/,
  // A scheme has its colon before the first slash; the public API returns absolute URLs of the site.
  src: /^(?:http:\/\/127\.0\.0\.1:3000\/|data:image\/(?:png|jpeg|webp|avif|gif);base64,|[^:]*$)/,
  style: /^text-align:(?:left|center|right|justify)$/,
  alt: /^/,
  title: /^/,
  width: DIGITS,
  height: DIGITS,
  start: DIGITS,
  tabindex: /^0$/,
  rel: /^noopener$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  class: /^language-[\w-]+$/,
  'data-indent': /^[1-8]$/,
  'data-ink': /^[a-z]+$/,
  'data-tint': /^[a-z]+$/,
};

/** The parts of an HTML text that are neither text nor allowed elements and attributes. */
function findViolations(html: string): string[] {
  const violations: string[] = [];
  const text = html.replace(TAG, (tag, _slash: string, name: string, attributes: string) => {
    if (!TAGS.has(name)) violations.push(tag);
    for (const [attribute, key = '', value = ''] of attributes.matchAll(ATTRIBUTE))
      if (!(ATTRIBUTES[key]?.test(value) ?? false)) violations.push(attribute);
    return '';
  });
  if (/[<>]/.test(text)) violations.push(text);
  return violations;
}

const prose = (page: string) => /<div class="prose">(.*?)<\/div><\/div><\/article>/s.exec(page)?.[1];

/** The tags of the page outside of the article content. */
function tagsOutsideContent(page: string): string[] {
  return (page.replace(prose(page) ?? '', '').match(/<[^>]*>/g) ?? []).map(
    (tag) => tag.split(/[\s>]/)[0] ?? '',
  );
}

describe.each(databaseKindsFor(import.meta.filename))('malicious article content (%s)', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let harmless: string[];
  const stored: ApiArticle[] = [];

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
    const plain = await newsroom.create({
      slug: 'harmless',
      category_slug: 'opinions',
      image: '/media/article-images/none-960.webp',
      image_alt: '',
      tags: ['tag'],
      is_draft: false,
    });
    harmless = tagsOutsideContent(await (await app.fetch('/article/harmless')).text());
    await newsroom.request('DELETE', `/articles/${plain.id}`);
  });
  afterAll(() => app.close());

  test.each(HOSTILE_HTML.map((payload, index) => [payload, index] as const))('%s', async (payload, index) => {
    const slug = `hostile-${index}`;
    const input = {
      title: `T ${payload}`.slice(0, 300),
      slug,
      excerpt: `E ${payload}`,
      content: `<p>begin</p>${payload}<p>end</p>`,
      category_slug: 'opinions',
      author_name: `A ${payload}`.slice(0, 200),
      read_time: `R ${payload}`.slice(0, 60),
      image_alt: `I ${payload}`,
      image: '/media/article-images/none-960.webp',
      tags: [`t ${payload}`],
    };
    const preview = await newsroom.request<{ article: { body: string } }>('POST', '/previews', input);
    const article = await newsroom.create({ ...input, is_draft: false });
    stored.push(article);
    const page = await (await app.fetch(`/article/${slug}`)).text();

    expect(findViolations(article.content)).toEqual([]);
    expect(preview.body.article.body).toBe(prose(page));
    expect(findViolations(prose(page) ?? '<')).toEqual([]);
    // Fields that are not HTML add only text to the page.
    expect(tagsOutsideContent(page)).toEqual(harmless);
    const returned = (await (await app.fetch(`/api/articles/${slug}`)).json()) as ApiArticle;
    expect(findViolations(returned.content)).toEqual([]);
    // Saving it again does not change it.
    expect((await newsroom.save(article, {})).body.content).toBe(article.content);
    // Deleted permanently, so that another article can have its slug.
    await newsroom.request('DELETE', `/articles/${article.id}`);
    await newsroom.request('DELETE', `/trash/${article.id}`);
  });

  test('listings show it as text', async () => {
    for (const article of stored.slice(0, 12)) await newsroom.create({ ...article, is_draft: false });
    for (const path of ['/articles', '/opinions', '/']) {
      const html = await (await app.fetch(path)).text();
      expect(html).not.toMatch(/<(?:img|script|svg|a)[^>]*(?:onerror|onload|pwned|javascript:)/i);
      expect(html).not.toMatch(/<script(?![^>]*(?: src="\/|type="application\/ld\+json"))/i);
    }
  });

  test.each([
    'javascript:pwned()',
    ' jAvAsCrIpT:pwned()',
    'data:text/html,x',
    '//elsewhere.invalid/x',
    '/admin',
    'x',
  ])('rejects %s as a picture URL', async (address) => {
    for (const field of ['image', 'author_image']) {
      const input = { ...ARTICLE_INPUT, [field]: address };
      const response = await newsroom.request('POST', '/articles', input);
      expect([response.status, response.body['fields']]).toEqual([422, { [field]: expect.any(String) }]);
    }
  });
});

const MEGABYTE = 1024 * 1024;
const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));

describe('HTML that is expensive to process', () => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp();
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());

  const cases: readonly (readonly [name: string, content: string, sentence: string])[] = [
    ['lists in lists', filled('<ul><li>', 7.9 * MEGABYTE), 'too much formatting'],
    ['unknown tags', filled('<x>', 0.5 * MEGABYTE), 'nested formatting'],
    ['wrong end tags', filled('<em></p>', 0.5 * MEGABYTE), 'nested formatting'],
    ['many small tags', filled('<b></b>', 7.9 * MEGABYTE), 'too much formatting'],
    ['more than can be stored', filled(`<p>${'word '.repeat(100)}</p>`, 2.2 * MEGABYTE), 'longer than 2 MB'],
  ];
  test.each(cases)('is rejected with a field error, and not stored: %s', async (_, content, sentence) => {
    for (const path of ['/previews', '/articles']) {
      const { status, body } = await newsroom.request('POST', path, { ...ARTICLE_INPUT, content });
      expect([status, body['code']]).toEqual([422, 'unprocessable']);
      expect((body['fields'] as Record<string, string>)['content']).toContain(sentence);
    }
    expect(await app.database.db.$count(articles)).toBe(0);
  });

  test('does not block other requests', async () => {
    const answered: string[] = [];
    const content = filled('<p style="text-align:left;color:red;a:b">&', 7.9 * MEGABYTE);
    const slow = { ...ARTICLE_INPUT, content };
    const preview = newsroom.request('POST', '/previews', slow).then(({ status }) => {
      answered.push('slow');
      return status;
    });
    // By then the HTML has been posted to the worker thread.
    await app.fetch('/contact');
    expect((await app.fetch('/about')).status).toBe(200);
    expect((await newsroom.request('POST', '/previews', ARTICLE_INPUT)).status).toBe(200);
    answered.push('others');
    expect(await preview).toBe(422);
    expect(answered).toEqual(['others', 'slow']);
  });
});
