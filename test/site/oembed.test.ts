import { beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeDraft, makePicture, makeScheduledArticle } from '../factories.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const PICTURE = '/media/article-images/0123456789abcdef-960.webp';
const TITLE = `"Rain" & <rivers>, it's over`;
const NOT_STORED = 'no-store';

describe.each(databaseKindsFor(import.meta.filename))('oEmbed, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });
  beforeAll(async () => {
    await makePicture(site.app.database, { url: PICTURE, height: 720 });
    await site.newsroom.create({
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

  test('answers no other addresses', async () => {
    for (const url of [
      'https://other.example/article/rain',
      `${PUBLIC_URL}@other.example/article/rain`,
      `${PUBLIC_URL}.other.example/article/rain`,
      PUBLIC_URL.replace('//', '//user:password@') + '/article/rain',
      PUBLIC_URL.replace(':3000', ':3001') + '/article/rain',
      '/article/rain',
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
  });
});
