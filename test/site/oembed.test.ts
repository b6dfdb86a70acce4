import { beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeDraft, makePicture, makeScheduledArticle } from '../factories.ts';
import { type ApiArticle } from '../newsroom-api.ts';
import { repeatWhileUnavailable } from '../picture-requests.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const PICTURE = '/media/article-images/0123456789abcdef-960.webp';
const TITLE = `"Rain" & <rivers>, it's over`;
const NOT_STORED = 'no-store';

describe.each(databaseKindsFor(import.meta.filename))('oEmbed, on the %s database', (databaseKind) => {
  let article: ApiArticle;
  const site = prepareNewsroomSite({ databaseKind });
  beforeAll(async () => {
    await makePicture(site.app.database, { url: PICTURE, height: 720 });
    article = await site.newsroom.create({
      slug: 'rain',
      title: TITLE,
      bylines: [
        { author: null, name: 'Ada Lovelace' },
        { author: null, name: 'Bo Diaz' },
      ],
      image: PICTURE,
      image_alt: 'A river',
      is_draft: false,
    });
  });

  const request = (query: Readonly<Record<string, string>>, init?: RequestInit) =>
    site.app.fetch(`/oembed?${new URLSearchParams(query).toString()}`, init);
  const urlOf = (slug: string) => `${PUBLIC_URL}/article/${slug}`;
  const read = async (query: Readonly<Record<string, string>>) =>
    (await (await request({ url: urlOf('rain'), ...query })).json()) as Record<string, unknown>;

  const EXPECTED = {
    type: 'link',
    version: '1.0',
    title: TITLE,
    author_name: 'Ada Lovelace and Bo Diaz',
    provider_name: 'Meridian',
    provider_url: `${PUBLIC_URL}/`,
    cache_age: 86_400,
    thumbnail_url: `${PUBLIC_URL}/media/article-images/0123456789abcdef-960.jpg`,
    thumbnail_width: 960,
    thumbnail_height: 480,
  };

  test('describes an article as JSON and as XML, at the addresses that its page names', async () => {
    const html = await (await site.app.fetch('/article/rain')).text();
    const links = Array.from(
      html.matchAll(/<link rel="alternate" type="([^"]+\+oembed)" title="([^"]+)" href="([^"]+)"\/>/g),
      ([, type, title, href]) => ({ type, title, href: (href ?? '').replaceAll('&amp;', '&') }),
    );
    expect(links.map(({ type, title }) => [type, title])).toEqual([
      ['application/json+oembed', '&quot;Rain&quot; &amp; &lt;rivers&gt;, it&#x27;s over'],
      ['text/xml+oembed', '&quot;Rain&quot; &amp; &lt;rivers&gt;, it&#x27;s over'],
    ]);
    const [json, xml] = await Promise.all(links.map(({ href }) => site.app.fetch(href)));
    expect(json?.headers.get('content-type')).toBe('application/json');
    expect(await json?.json()).toEqual(EXPECTED);
    expect(xml?.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const title = '&quot;Rain&quot; &amp; &lt;rivers&gt;, it&#39;s over';
    const elements = Object.entries({ ...EXPECTED, title }).map(
      ([name, text]) => `<${name}>${text}</${name}>`,
    );
    expect(await xml?.text()).toBe(
      `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${elements.join('')}</oembed>`,
    );
  });

  test('is cached like a page, may be read by any site, and follows the article', async () => {
    const first = await request({ url: urlOf('rain') });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const again = await request({ url: urlOf('rain') }, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const { body: renamed } = await site.newsroom.save(article, { title: 'Dry', slug: 'dry' });
    for (const slug of ['dry', 'rain'])
      await expect.poll(() => read({ url: urlOf(slug) })).toMatchObject({ title: 'Dry' });
    article = (await site.newsroom.save(renamed, { title: TITLE, slug: 'rain' })).body;
    await expect.poll(() => read({})).toMatchObject({ title: TITLE });
  });

  test('the thumbnail is the largest one within the limits', async () => {
    const sizeFor = async (limits: Readonly<Record<string, string>>) => {
      const { thumbnail_width: width, thumbnail_height: height, thumbnail_url: url } = await read(limits);
      return [width, height, typeof url === 'string' ? url.slice(-8) : undefined];
    };
    expect(await sizeFor({ maxwidth: '5000' })).toEqual([1440, 720, '1440.jpg']);
    expect(await sizeFor({ maxwidth: '959' })).toEqual([480, 240, '-480.jpg']);
    expect(await sizeFor({ maxheight: '479' })).toEqual([480, 240, '-480.jpg']);
    expect(await sizeFor({ maxwidth: '960', maxheight: '240' })).toEqual([480, 240, '-480.jpg']);
    for (const limits of [{ maxwidth: '479' }, { maxheight: '100' }])
      expect(await sizeFor(limits)).toEqual([undefined, undefined, undefined]);
    for (const limit of ['0', '-1', '1e3', '99999999'])
      expect([limit, (await request({ url: urlOf('rain'), maxwidth: limit })).status]).toEqual([limit, 400]);
  });

  test('the thumbnail of an article without a stored picture is its social picture, within the limits', async () => {
    for (const fields of [{ image: '' }, { image: 'https://pictures.example/b.jpg', image_alt: '' }]) {
      const drawn = await site.newsroom.create({
        slug: `drawn-${fields.image.length}`,
        is_draft: false,
        ...fields,
      });
      const url = urlOf(drawn.slug);
      expect(await read({ url })).toMatchObject({
        thumbnail_url: expect.stringMatching(/\/media\/social\/[0-9a-f-]{36}\/[\w-]{22}\.png$/),
        thumbnail_width: 1200,
        thumbnail_height: 630,
      });
      const { thumbnail_url: thumbnail } = await read({ url });
      const { status, headers } = await repeatWhileUnavailable(() =>
        site.app.fetch(String(thumbnail).slice(PUBLIC_URL.length)),
      );
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      for (const limits of [{ maxwidth: '1199' }, { maxwidth: '960' }, { maxheight: '629' }])
        expect(Object.keys(await read({ url, ...limits }))).not.toContain('thumbnail_url');
      await site.newsroom.save(drawn, { is_draft: true });
      expect((await request({ url })).status).toBe(404);
    }
    // An article with a picture has that one, however small it is.
    expect(await read({})).toMatchObject({ thumbnail_url: expect.stringContaining('/article-images/') });
  });

  test('other spellings of an address are the same article', async () => {
    for (const url of [`${urlOf('rain')}/?utm_source=x#comments`, urlOf('rain').replace('http:', 'https:')])
      expect([url, (await read({ url }))['title']]).toEqual([url, TITLE]);
    expect(await (await site.app.fetch('/articles')).text()).not.toContain('oembed');
    expect(await read({ format: 'json', callback: 'alert', unknown: 'x' })).toEqual(EXPECTED);
  });

  test('answers no other addresses', async () => {
    for (const url of [
      'https://other.example/article/rain',
      `${PUBLIC_URL}@other.example/article/rain`,
      `${PUBLIC_URL}.other.example/article/rain`,
      PUBLIC_URL.replace('//', '//user:password@') + '/article/rain',
      PUBLIC_URL.replace(':3000', ':3001') + '/article/rain',
      '/article/rain',
      'javascript:alert(1)//article/rain',
      `ftp://127.0.0.1:3000/article/rain`,
      `${PUBLIC_URL}/`,
      `${PUBLIC_URL}/about`,
      `${PUBLIC_URL}/article/`,
      `${PUBLIC_URL}/article/rain/comments`,
      `${PUBLIC_URL}/article/RAIN`,
      `${PUBLIC_URL}/article/%00`,
      `${PUBLIC_URL}/article/<script>`,
      `${PUBLIC_URL}/article/${'a'.repeat(9000)}`,
      '\u0000',
      urlOf('never-was'),
    ]) {
      const response = await request({ url });
      expect([url, response.status, response.headers.get('cache-control')]).toEqual([url, 404, NOT_STORED]);
      expect(await response.text()).toBe('There is no article at this address.\n');
    }
    for (const query of ['', '?url=', '?format=json', '?URL=x']) {
      const response = await site.app.fetch(`/oembed${query}`);
      expect([query, response.status]).toEqual([query, 400]);
    }
    expect((await site.app.fetch('/oembed', { method: 'POST' })).status).toBe(405);
  });

  test('other formats are not implemented', async () => {
    for (const format of ['yaml', 'JSON', '../xml', '']) {
      const response = await request({ url: urlOf('rain'), format });
      expect([format, response.status, response.headers.get('cache-control')]).toEqual([
        format,
        501,
        NOT_STORED,
      ]);
    }
  });

  test('shows nothing of an article that is not public, and 410 for one that was deleted', async () => {
    await makeDraft(site.app.database, { slug: 'a-draft', title: 'Secret draft' });
    await makeScheduledArticle(site.app.database, { slug: 'later', title: 'Secret schedule' });
    for (const slug of ['a-draft', 'later']) {
      const response = await request({ url: urlOf(slug) });
      expect([slug, response.status, await response.text()]).toEqual([
        slug,
        404,
        'There is no article at this address.\n',
      ]);
    }
    const gone = await site.newsroom.create({ slug: 'gone-soon', title: 'Gone soon', is_draft: false });
    expect(await read({ url: urlOf('gone-soon') })).toMatchObject({ title: 'Gone soon' });
    await site.newsroom.request('DELETE', `/articles/${gone.id}`);
    for (const format of ['json', 'xml']) {
      const response = await request({ url: urlOf('gone-soon'), format });
      expect([response.status, response.headers.get('cache-control')]).toEqual([410, NOT_STORED]);
    }
    await site.newsroom.request('POST', `/articles/${gone.id}/restoration`);
    expect(await read({ url: urlOf('gone-soon') })).toMatchObject({ title: 'Gone soon' });
  });
});
