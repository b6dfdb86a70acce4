import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { changeAuthor, createAuthor, deleteAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('authors, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
  }, 30_000);
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();
  const location = async (path: string) => {
    const { status, headers } = await app.fetch(path);
    return [status, headers.get('location')];
  };
  const dataOf = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as Record<
      string,
      unknown
    >;
  let sequence = 0;
  const publish = (bylines: readonly object[], more: object = {}) =>
    newsroom.create({
      slug: `piece-${++sequence}`,
      title: `Piece ${sequence}`,
      is_draft: false,
      bylines,
      ...more,
    });
  const title = () => `Piece ${sequence}`;

  describe('of an article', () => {
    test('are shown in order on its page, its cards, in the feed and in structured data', async () => {
      const ada = await createAuthor(newsroom, 'Ada Lovelace', { slug: 'ada' });
      const article = await publish([linkedTo(ada), freeText('Bo <b> Diaz'), freeText('Chinua Ka')]);
      expect(article).toMatchObject({ author_name: 'Ada Lovelace, Bo <b> Diaz and Chinua Ka' });
      const page = await text(`/article/${article.slug}`);
      expect(page).toContain('<a class="link" rel="author" href="/author/ada"><bdi>Ada Lovelace</bdi></a>, ');
      expect(page.replaceAll('<!-- -->', '')).toContain(
        '<bdi>Bo &lt;b&gt; Diaz</bdi> and <bdi>Chinua Ka</bdi>',
      );
      expect(dataOf(page)['author']).toEqual([
        { '@type': 'Person', name: 'Ada Lovelace', url: `${PUBLIC_URL}/author/ada` },
        { '@type': 'Person', name: 'Bo <b> Diaz' },
        { '@type': 'Person', name: 'Chinua Ka' },
      ]);
      for (const path of ['/sports', '/articles'])
        expect(await text(path)).toContain('<bdi>Ada Lovelace, Bo &lt;b&gt; Diaz and Chinua Ka</bdi>');
      expect(await text('/feed.xml')).toContain(
        `<author><name>Ada Lovelace</name><uri>${PUBLIC_URL}/author/ada</uri></author>` +
          '<author><name>Bo &lt;b&gt; Diaz</name></author><author><name>Chinua Ka</name></author>',
      );
      expect(await (await app.fetch(`/api/articles/${article.slug}`)).json()).toMatchObject({
        author_name: 'Ada Lovelace, Bo <b> Diaz and Chinua Ka',
        authors: [
          { name: 'Ada Lovelace', url: `${PUBLIC_URL}/author/ada` },
          { name: 'Bo <b> Diaz', url: null },
          { name: 'Chinua Ka', url: null },
        ],
      });
    });

    test('are at most ten, none twice, none empty, and known', async () => {
      const eve = await createAuthor(newsroom, 'Eve');
      const names = Array.from({ length: 11 }, (_, number) => freeText(`Name ${number}`));
      const attempt = (bylines: unknown) =>
        newsroom.request('POST', '/articles', {
          title: 'T',
          slug: 'never',
          excerpt: 'E',
          content: '<p>C</p>',
          category_slug: 'sports',
          bylines,
        });
      for (const [bylines, field] of [
        [names, 'bylines'],
        [[freeText('ä'.repeat(201))], 'bylines'],
        [[{ author: 'no-id', name: 'X' }], 'bylines.0.author'],
        [[{ author: crypto.randomUUID(), name: 'Nobody' }], 'bylines'],
      ] as const)
        expect((await attempt(bylines)).body).toMatchObject({
          status: 422,
          fields: { [field]: expect.any(String) },
        });
      const article = await publish([
        freeText(' Bo\u0007\nDiaz '),
        freeText(''),
        freeText('\u2060'),
        linkedTo({ ...eve, name: 'Somebody else' }),
        freeText('bo diaz'),
        linkedTo(eve),
      ]);
      expect(article['bylines']).toEqual([freeText('Bo Diaz'), linkedTo(eve)]);
      expect((await publish(names.slice(0, 10)))['bylines']).toHaveLength(10);
    });

    test('can be set by clients that send only a name', async () => {
      const ada = await createAuthor(newsroom, 'Ada King');
      const plain = await newsroom.create({ slug: 'plain', author_name: ' Grace  Hopper ' });
      expect(plain).toMatchObject({ author_name: 'Grace  Hopper', bylines: [freeText('Grace  Hopper')] });
      const { body: renamed } = await newsroom.save(plain, { bylines: undefined, author_name: 'G. Hopper' });
      expect(renamed['bylines']).toEqual([freeText('G. Hopper')]);
      const { body: both } = await newsroom.save(renamed, { bylines: [linkedTo(ada), freeText('Bo')] });
      expect(both).toMatchObject({ author_name: 'Ada King and Bo' });
      // A client that knows no bylines sends the name back, and they stay.
      const { body: kept } = await newsroom.save(both, { bylines: undefined, title: 'Another title' });
      expect(kept).toMatchObject({ title: 'Another title', bylines: [linkedTo(ada), freeText('Bo')] });
      // A client that sends everything back changes what it has changed.
      const { body: replaced } = await newsroom.save(kept, { author_name: 'Bo' });
      expect(replaced['bylines']).toEqual([freeText('Bo')]);
      const { body: house } = await newsroom.save(replaced, { bylines: [], author_name: '' });
      expect(house['bylines']).toEqual([freeText('Meridian Editorial Team')]);
    });

    test('stay for clients that send back only the name, also after a rename and with long names', async () => {
      const maud = await createAuthor(newsroom, 'Maud');
      const signed = await publish([linkedTo(maud), freeText('Bo')]);
      const { body: renamed } = await changeAuthor(newsroom, maud, { name: 'Maud Menten' });
      const bylines = [linkedTo(renamed), freeText('Bo')];
      const { body: kept } = await newsroom.save(signed, { bylines: undefined, title: 'Later' });
      expect(kept).toMatchObject({ author_name: 'Maud Menten and Bo', bylines });
      const many = Array.from({ length: 10 }, (_, at) => freeText(`${at} ${'name '.repeat(10).trim()}`));
      const long = await publish(many);
      const { body } = await newsroom.save(long, { bylines: undefined, title: 'Later' });
      expect(body).toMatchObject({ title: 'Later', bylines: many });
    });

    test('are part of revisions and previews; a restored author without a profile is a name', async () => {
      const dora = await createAuthor(newsroom, 'Dora', { bio: 'Writes.' });
      const first = await publish([linkedTo(dora), freeText('Bo')]);
      const { body: second } = await newsroom.save(first, { bylines: [freeText('Bo')] });
      const revision = await newsroom.request('GET', `/articles/${first.id}/revisions/1`);
      expect(revision.body).toMatchObject({
        bylines: [linkedTo(dora), freeText('Bo')],
        author_name: 'Dora and Bo',
      });
      const preview = await newsroom.request<{ article: object }>('POST', '/previews', {
        ...second,
        bylines: [linkedTo(dora), freeText('Bo')],
      });
      expect(preview.body.article).toMatchObject({
        authors: [
          { name: 'Dora', slug: 'dora' },
          { name: 'Bo', slug: null },
        ],
      });
      const restore = (article: { readonly revision: number }) =>
        newsroom.request('POST', `/articles/${first.id}/revisions/1/restoration`, undefined, {
          'if-match': `"${article.revision}"`,
        });
      const { body: restored } = await restore(second);
      expect(restored).toMatchObject({ bylines: [linkedTo(dora), freeText('Bo')] });
      expect((await deleteAuthor(newsroom, dora)).status).toBe(204);
      const { body: again } = await restore({ revision: 3 });
      expect(again).toMatchObject({
        bylines: [freeText('Dora'), freeText('Bo')],
        author_name: 'Dora and Bo',
      });
    });
  });

  describe('the page of an author', () => {
    test('has heading, initials, biography, links, articles, feed and canonical address', async () => {
      const author = await createAuthor(newsroom, 'Ngũgĩ wa Thiong’o', {
        bio: 'First & foremost.\n\nSecond.',
        links: ['https://www.social.example/@ngugi', 'https://site.example'],
      });
      expect(author.slug).toBe('ngugi-wa-thiong-o');
      const path = `/author/${author.slug}`;
      expect(await text(path)).toContain('No articles yet');
      const article = await publish([freeText('Bo'), linkedTo(author)]);
      await newsroom.create({ slug: 'hidden-draft', title: 'Hidden draft', bylines: [linkedTo(author)] });
      await expect.poll(() => text(path)).toContain(title());
      const html = await text(path);
      expect(html).toMatch(/<h1[^>]*><bdi>Ngũgĩ wa Thiong’o<\/bdi><\/h1>/);
      expect(html).toContain('aria-hidden="true">NT</span>');
      expect(html).toContain('dir="auto">First &amp; foremost.</p>');
      expect(html).toContain(
        '<a class="link" href="https://www.social.example/@ngugi" rel="me nofollow noopener">social.example/@ngugi</a>',
      );
      expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${path}"/>`);
      expect(html).toContain(`href="${path}/feed.xml"`);
      expect(html).not.toContain('Hidden draft');
      expect(dataOf(html)).toMatchObject({
        '@type': 'ProfilePage',
        mainEntity: { '@type': 'Person', name: author.name, sameAs: author['links'] },
      });
      const feed = await text(`${path}/feed.xml`);
      expect(feed).toContain(`<title>${title()}</title>`);
      expect(feed).toContain(`rel="self" type="application/atom+xml" href="${PUBLIC_URL}${path}/feed.xml"`);
      expect(feed).not.toContain('Hidden draft');
      await newsroom.save(article, { is_draft: true });
      expect(await text(path)).not.toContain(title());
      expect(await text(`${path}/feed.xml`)).not.toContain(title());
    });

    test('is paged, and unknown slugs and pages are not found', async () => {
      const author = await createAuthor(newsroom, 'Prolific Writer');
      for (let number = 0; number < 13; number++) await publish([linkedTo(author)]);
      await expect.poll(() => text('/author/prolific-writer')).toContain('13 articles');
      const second = await text('/author/prolific-writer?page=2');
      expect(second.match(/<article/g)).toHaveLength(1);
      expect(second).toContain(`<link rel="canonical" href="${PUBLIC_URL}/author/prolific-writer?page=2"/>`);
      for (const path of ['/author/nobody', '/author/Prolific-Writer', '/author/nobody/feed.xml'])
        expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
      expect((await app.fetch('/author/prolific-writer?page=3')).status).toBe(404);
    });

    test('a former slug redirects, stays reserved, and can be taken back', async () => {
      const author = await createAuthor(newsroom, 'Moving Person', { slug: 'one' });
      expect((await app.fetch('/author/one')).status).toBe(200);
      expect(await text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/author/one</loc>`);
      const { body: moved } = await changeAuthor(newsroom, author, { slug: 'two' });
      expect(await location('/author/one')).toEqual([301, '/author/two']);
      await expect.poll(() => text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/author/two</loc>`);
      expect(await text('/sitemap-pages.xml')).not.toContain('/author/one<');
      expect(await location('/author/one/feed.xml')).toEqual([301, '/author/two/feed.xml']);
      for (const slug of ['one', 'two']) {
        const { status, body } = await newsroom.request('POST', '/authors', { name: 'Rival', slug });
        expect([status, body]).toMatchObject([
          409,
          { fields: { slug: expect.stringContaining('Moving Person') } },
        ]);
      }
      expect((await changeAuthor(newsroom, moved, { slug: 'one' })).status).toBe(200);
      expect(await location('/author/one')).toEqual([200, null]);
      expect(await location('/author/two')).toEqual([301, '/author/one']);
    });

    test('a house byline is an organization', async () => {
      await createAuthor(newsroom, 'Meridian Editorial Team', { slug: 'team' });
      expect(dataOf(await text('/author/team'))).toMatchObject({ mainEntity: { '@type': 'Organization' } });
    });
  });

  test('a new name, slug and picture of an author are on every page', async () => {
    const author = await createAuthor(newsroom, 'Maria Before', { slug: 'maria' });
    const article = await publish([linkedTo(author), freeText('Bo')], { category_slug: 'culture' });
    await publish([freeText('Cy')], { category_slug: 'culture' });
    const neighbour = `/article/piece-${sequence}`;
    const paths = [
      `/article/${article.slug}`,
      '/culture',
      '/articles',
      '/feed.xml',
      '/author/maria',
      neighbour,
    ];
    const api = [`/api/articles/${article.slug}`];
    for (const path of [...paths, ...api]) await expect.poll(() => text(path)).toContain('Maria Before');
    const photo = await app.fetch('/api/newsroom/images', {
      method: 'POST',
      headers: { ...(await adminHeaders(app)), 'content-type': 'image/jpeg' },
      body: new Uint8Array(await makePhoto()),
    });
    const { url } = (await photo.json()) as { url: string };
    const change = { name: 'Maria After', picture: url, picture_alt: 'Maria, laughing' };
    const { status, body, headers } = await changeAuthor(newsroom, author, change);
    expect([status, headers.get('etag'), body]).toMatchObject([200, '"2"', change]);
    for (const path of [...paths, ...api]) {
      await expect.poll(() => text(path)).toContain('Maria After');
      expect(await text(path)).not.toContain('Maria Before');
    }
    expect(await text('/author/maria')).toContain('alt="Maria, laughing"');
    expect(await text(`/article/${article.slug}`)).toMatch(
      /class="avatar" aria-hidden="true"><img src="\/media/,
    );
    const { body: stored } = await newsroom.request(`GET`, `/articles/${article.id}`);
    expect(stored).toMatchObject({ author_name: 'Maria After and Bo', revision: 1 });
    const { body: found } = await newsroom.request<{ articles: object[] }>('GET', '/articles?search=after');
    expect(found.articles).toMatchObject([{ id: article.id }]);
    // An editor that was open during the change sends the former name.
    const { body: saved } = await newsroom.save(article, { title: 'Saved later' });
    expect(saved).toMatchObject({ bylines: [{ author: author.id, name: 'Maria After' }, freeText('Bo')] });
    expect((await deleteAuthor(newsroom, body)).status).toBe(204);
    expect((await app.fetch('/author/maria')).status).toBe(404);
    await expect.poll(() => text(`/article/${article.slug}`)).not.toContain('/author/maria');
    expect(await text(`/article/${article.slug}`)).toContain('<bdi>Maria After</bdi>');
  });

  test('a new name is on cards whose article was linked to the author afterwards', async () => {
    const article = await publish([freeText('Noor Same')], { category_slug: 'culture' });
    await expect.poll(() => text('/culture')).toContain('Noor Same');
    const author = await createAuthor(newsroom, 'Noor Same');
    expect((await newsroom.save(article, { bylines: [linkedTo(author)] })).status).toBe(200);
    await expect.poll(() => text('/culture')).toContain('Noor Same');
    expect((await changeAuthor(newsroom, author, { name: 'Noor Other' })).status).toBe(200);
    await expect.poll(() => text('/culture')).toContain('Noor Other');
  });

  describe('the API', () => {
    test('lists by name, searches, and counts articles', async () => {
      const zoe = await createAuthor(newsroom, 'zoë_% Search');
      await newsroom.create({ slug: 'of-zoe', bylines: [linkedTo(zoe)] });
      const { body } = await newsroom.request<{ authors: object[] }>('GET', '/authors?search=_%25');
      expect(body).toMatchObject({
        total: 1,
        page: 1,
        page_count: 1,
        authors: [
          { name: 'zoë_% Search', url: `${PUBLIC_URL}/author/zoe-search`, article_count: 1, revision: 1 },
        ],
      });
      const { body: all } = await newsroom.request<{ authors: { name: string }[] }>('GET', '/authors');
      const names = all.authors.map(({ name }) => name.toLowerCase());
      expect(names).toEqual(names.toSorted());
    });

    test('rejects invalid profiles at the field', async () => {
      for (const [input, field] of [
        [{ name: ' \u0000 ' }, 'name'],
        [{ name: '\u200b\u2060', slug: 'nobody' }, 'name'],
        [{ name: 'n'.repeat(201) }, 'name'],
        [{ name: '数学' }, 'slug'],
        [{ name: 'A', bio: 'b'.repeat(1001) }, 'bio'],
        [{ name: 'A', links: ['http://plain.example'] }, 'links.0'],
        [{ name: 'A', links: ['javascript:alert(1)'] }, 'links.0'],
        [{ name: 'A', links: Array.from({ length: 11 }, (_, at) => `https://${at}.example`) }, 'links'],
        [{ name: 'A', picture: 'https://elsewhere.example/a.png' }, 'picture'],
        [{ name: 'A', picture: '/media/article-images/never-stored-960.webp' }, 'picture'],
      ] as const) {
        const { status, body } = await newsroom.request('POST', '/authors', input);
        expect([input, status, body]).toMatchObject([
          input,
          422,
          { fields: { [field]: expect.any(String) } },
        ]);
      }
      const { body } = await newsroom.request<{ total: number }>('GET', '/authors?search=nnnnnnnnnn');
      expect(body.total).toBe(0);
    });

    test('lets every role find authors, and editors change them', async () => {
      const author = await createAuthor(await newsroomApi(app, 'editor'), 'Of an editor');
      for (const role of ['contributor', 'author'] as const) {
        const api = await newsroomApi(app, role);
        expect((await api.request('GET', `/authors/${author.id}`)).status).toBe(200);
        expect((await api.request('GET', '/authors')).status).toBe(200);
        expect((await api.request('POST', '/authors', { name: 'Denied' })).status).toBe(403);
        expect((await changeAuthor(api, author, { name: 'Denied' })).status).toBe(403);
        expect((await deleteAuthor(api, author)).status).toBe(403);
      }
      expect(await text('/author/of-an-editor')).toContain('Of an editor');
      expect((await app.fetch('/author/denied')).status).toBe(404);
    });

    test('requires the current revision for changes', async () => {
      const author = await createAuthor(newsroom, 'Contested');
      const missing = await newsroom.request('PUT', `/authors/${author.id}`, author);
      expect(missing.status).toBe(428);
      expect((await newsroom.request('DELETE', `/authors/${author.id}`)).status).toBe(428);
      const { body: current } = await changeAuthor(newsroom, author, { bio: 'First.' });
      const stale = await changeAuthor(newsroom, author, { bio: 'Second.' });
      expect([stale.status, stale.body]).toMatchObject([412, { current: { bio: 'First.', revision: 2 } }]);
      expect((await deleteAuthor(newsroom, author)).status).toBe(412);
      expect((await deleteAuthor(newsroom, current)).status).toBe(204);
      expect((await deleteAuthor(newsroom, current)).status).toBe(404);
      expect((await changeAuthor(newsroom, current, {})).status).toBe(404);
    });
  });
});
