import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { type ApiArticle, MANUSCRIPT, type NewsroomDesk, newsroomDesk } from '../desk.ts';
import { HOSTILE_HTML } from '../hostile-html.ts';

/** The form the sanitising writes: so plain that every reader of HTML sees the same in it. */
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
  // a scheme has its colon before the first slash; the public API names the site itself
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

/** What in a text is neither text nor one of the few forms an article may have. */
function oddities(html: string): string[] {
  const odd: string[] = [];
  const text = html.replace(TAG, (tag, _slash: string, name: string, attributes: string) => {
    if (!TAGS.has(name)) odd.push(tag);
    for (const [attribute, key = '', value = ''] of attributes.matchAll(ATTRIBUTE))
      if (!(ATTRIBUTES[key]?.test(value) ?? false)) odd.push(attribute);
    return '';
  });
  if (/[<>]/.test(text)) odd.push(text);
  return odd;
}

const prose = (page: string) => /<div class="prose">(.*?)<\/div><\/div><\/article>/s.exec(page)?.[1];

/** Everything with a `<` outside of the article's text: the page itself. */
function frameOf(page: string): string[] {
  return (page.replace(prose(page) ?? '', '').match(/<[^>]*>/g) ?? []).map(
    (tag) => tag.split(/[\s>]/)[0] ?? '',
  );
}

describe('what is written to do harm', () => {
  let app: TestApp;
  let desk: NewsroomDesk;
  let harmless: string[];
  const stored: ApiArticle[] = [];

  beforeAll(async () => {
    app = await testApp();
    desk = await newsroomDesk(app);
    const plain = await desk.create({
      slug: 'harmless',
      category_slug: 'opinions',
      image: '/media/article-images/none-960.webp',
      image_alt: '',
      tags: ['tag'],
      is_draft: false,
    });
    harmless = frameOf(await (await app.fetch('/article/harmless')).text());
    await desk.ask('DELETE', `/articles/${plain.id}`);
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
    const preview = await desk.ask<{ article: { body: string } }>('POST', '/previews', input);
    const article = await desk.create({ ...input, is_draft: false });
    stored.push(article);
    const page = await (await app.fetch(`/article/${slug}`)).text();

    expect(oddities(article.content)).toEqual([]);
    expect(preview.body.article.body).toBe(prose(page));
    expect(oddities(prose(page) ?? '<')).toEqual([]);
    // The fields that are no HTML add nothing to the page but text.
    expect(frameOf(page)).toEqual(harmless);
    const told = (await (await app.fetch(`/api/articles/${slug}`)).json()) as ApiArticle;
    expect(oddities(told.content)).toEqual([]);
    // Saved once more, it stays what it is.
    expect((await desk.save(article, {})).body.content).toBe(article.content);
    await desk.ask('DELETE', `/articles/${article.id}`);
  });

  test('lists tell it as text', async () => {
    for (const article of stored.slice(0, 12)) await desk.create({ ...article, is_draft: false });
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
  ])('no picture comes from %s', async (address) => {
    for (const field of ['image', 'author_image']) {
      const answer = await desk.ask('POST', '/articles', {
        ...MANUSCRIPT,
        [field]: address,
      });
      expect([answer.status, answer.body['fields']]).toEqual([422, { [field]: expect.any(String) }]);
    }
  });

  test('a slug is letters, digits and hyphens, whatever is sent', async () => {
    for (const payload of [
      '../../admin',
      '<script>x</script>',
      'a?b#c',
      'a%2fb',
      'javascript:x',
      'ſlug ＡＢ',
    ]) {
      const { slug, id } = await desk.create({ slug: payload });
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      await desk.ask('DELETE', `/articles/${id}`);
    }
  });
});
