import { describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { changeAuthor, createAuthor, deleteAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makePhoto } from '../pictures.ts';
import { prepareAuthorsSite, dataOf } from './authors-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('authors (%s database)', (databaseKind) => {
  const site = prepareAuthorsSite(databaseKind);
  const { text, publish, title } = site;

  const location = async (path: string) => {
    const { status, headers } = await site.app.fetch(path);
    return [status, headers.get('location')];
  };

  describe('the page of an author', () => {
    test('has heading, initials, biography, links, articles, feed and canonical address', async () => {
      const author = await createAuthor(site.newsroom, 'Ngũgĩ wa Thiong’o', {
        bio: 'First & foremost.\n\nSecond.',
        links: ['https://www.social.example/@ngugi', 'https://site.example'],
      });
      expect(author.slug).toBe('ngugi-wa-thiong-o');
      const path = `/author/${author.slug}`;
      expect(await text(path)).toContain('No articles yet');
      const article = await publish([freeText('Bo'), linkedTo(author)]);
      await site.newsroom.create({
        slug: 'hidden-draft',
        title: 'Hidden draft',
        bylines: [linkedTo(author)],
      });
      await expect.poll(() => text(path)).toContain(title());
      const html = await text(path);
      expect(html).not.toContain('Hidden draft');
      const feed = await text(`${path}/feed.xml`);
      expect(feed).toContain(`<title>${title()}</title>`);
      expect(feed).toContain(`rel="self" type="application/atom+xml" href="${PUBLIC_URL}${path}/feed.xml"`);
      expect(feed).not.toContain('Hidden draft');
      await site.newsroom.save(article, { is_draft: true });
      expect(await text(path)).not.toContain(title());
      expect(await text(`${path}/feed.xml`)).not.toContain(title());
    });

    test('a former slug redirects, stays reserved, and can be taken back', async () => {
      const author = await createAuthor(site.newsroom, 'Moving Person', { slug: 'one' });
      expect((await site.app.fetch('/author/one')).status).toBe(200);
      // Nothing links to the page of an author without published articles.
      await site.newsroom.create({ bylines: [linkedTo(author)] });
      expect(await text('/sitemap-pages.xml')).not.toContain('/author/one<');
      await publish([linkedTo(author)]);
      expect(await text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/author/one</loc>`);
      const { body: moved } = await changeAuthor(site.newsroom, author, { slug: 'two' });
      expect(await location('/author/one')).toEqual([301, '/author/two']);
      await expect.poll(() => text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/author/two</loc>`);
      expect(await text('/sitemap-pages.xml')).not.toContain('/author/one<');
      expect(await location('/author/one/feed.xml')).toEqual([301, '/author/two/feed.xml']);
      for (const slug of ['one', 'two']) {
        const { status, body } = await site.newsroom.request('POST', '/authors', { name: 'Rival', slug });
        const fields = { slug: expect.stringContaining('Moving Person') };
        expect([status, body]).toMatchObject([409, { fields }]);
      }
      expect((await changeAuthor(site.newsroom, moved, { slug: 'one' })).status).toBe(200);
      expect(await location('/author/one')).toEqual([200, null]);
      expect(await location('/author/two')).toEqual([301, '/author/one']);
    });
  });

  test('a new name, slug and picture of an author are on every page', async () => {
    const author = await createAuthor(site.newsroom, 'Maria Before', { slug: 'maria' });
    const article = await publish([linkedTo(author), freeText('Bo')], { category_slug: 'culture' });
    const { slug } = await publish([freeText('Cy')], { category_slug: 'culture' });
    const neighbour = `/article/${slug}`;
    const api = `/api/articles/${article.slug}`;
    const paths = [
      `/article/${article.slug}`,
      '/culture',
      '/articles',
      '/feed.xml',
      '/author/maria',
      neighbour,
      api,
    ];
    for (const path of paths) await expect.poll(() => text(path)).toContain('Maria Before');
    const headersOfUpload = { ...(await adminHeaders(site.app)), 'content-type': 'image/jpeg' };
    const { url } = await uploadPicture(site.app, headersOfUpload, await makePhoto());
    const change = { name: 'Maria After', picture: url, picture_alt: 'Maria, laughing' };
    const { status, body, headers } = await changeAuthor(site.newsroom, author, change);
    expect([status, headers.get('etag'), body]).toMatchObject([200, '"2"', change]);
    for (const path of paths) {
      await expect.poll(() => text(path)).toContain('Maria After');
      expect(await text(path)).not.toContain('Maria Before');
    }
    expect(await text('/author/maria')).toContain('alt="Maria, laughing"');
    expect(await text(`/article/${article.slug}`)).toMatch(
      /class="avatar" aria-hidden="true"><img src="\/media/,
    );
    const { body: stored } = await site.newsroom.request(`GET`, `/articles/${article.id}`);
    expect(stored).toMatchObject({ author_name: 'Maria After and Bo', revision: 1 });
    const { body: found } = await site.newsroom.request('GET', '/articles?search=after');
    expect(found['articles']).toMatchObject([{ id: article.id }]);
    // An editor that was open during the change sends the former name.
    const { body: saved } = await site.newsroom.save(article, { title: 'Saved later' });
    expect(saved).toMatchObject({ bylines: [{ author: author.id, name: 'Maria After' }, freeText('Bo')] });
    expect((await deleteAuthor(site.newsroom, body)).status).toBe(204);
    expect((await site.app.fetch('/author/maria')).status).toBe(404);
    await expect.poll(() => text(`/article/${article.slug}`)).not.toContain('/author/maria');
    expect(await text(`/article/${article.slug}`)).toContain('<bdi>Maria After</bdi>');
  });

  test('are shown in order on its page, its cards, in the feed and in structured data', async () => {
    const ada = await createAuthor(site.newsroom, 'Ada Lovelace', { slug: 'ada' });
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
    expect(await (await site.app.fetch(`/api/articles/${article.slug}`)).json()).toMatchObject({
      author_name: 'Ada Lovelace, Bo <b> Diaz and Chinua Ka',
      authors: [
        { name: 'Ada Lovelace', url: `${PUBLIC_URL}/author/ada` },
        { name: 'Bo <b> Diaz', url: null },
        { name: 'Chinua Ka', url: null },
      ],
    });
  });

  test('can be set by clients that send only a name', async () => {
    const ada = await createAuthor(site.newsroom, 'Ada King');
    const plain = await site.newsroom.create({ slug: 'plain', author_name: ' Grace  Hopper ' });
    expect(plain).toMatchObject({ author_name: 'Grace  Hopper', bylines: [freeText('Grace  Hopper')] });
    const { body: renamed } = await site.newsroom.save(plain, {
      bylines: undefined,
      author_name: 'G. Hopper',
    });
    expect(renamed['bylines']).toEqual([freeText('G. Hopper')]);
    const { body: both } = await site.newsroom.save(renamed, { bylines: [linkedTo(ada), freeText('Bo')] });
    expect(both).toMatchObject({ author_name: 'Ada King and Bo' });
    // A client that knows no bylines sends the name back, and they stay.
    const { body: kept } = await site.newsroom.save(both, { bylines: undefined, title: 'Another title' });
    expect(kept).toMatchObject({ title: 'Another title', bylines: [linkedTo(ada), freeText('Bo')] });
    // A client that sends everything back changes what it has changed.
    const { body: replaced } = await site.newsroom.save(kept, { author_name: 'Bo' });
    expect(replaced['bylines']).toEqual([freeText('Bo')]);
  });

  test('are part of revisions; a restored author without a profile is a name', async () => {
    const dora = await createAuthor(site.newsroom, 'Dora', { bio: 'Writes.' });
    const first = await publish([linkedTo(dora), freeText('Bo')]);
    const both = [linkedTo(dora), freeText('Bo')];
    const { body: second } = await site.newsroom.save(first, { bylines: [freeText('Bo')] });
    const revision = await site.newsroom.request('GET', `/articles/${first.id}/revisions/1`);
    expect(revision.body).toMatchObject({ bylines: both, author_name: 'Dora and Bo' });
    const restore = (article: { readonly revision: number }) =>
      site.newsroom.request('POST', `/articles/${first.id}/revisions/1/restoration`, undefined, {
        'if-match': `"${article.revision}"`,
      });
    const { body: restored } = await restore(second);
    expect(restored).toMatchObject({ bylines: both });
    expect((await deleteAuthor(site.newsroom, dora)).status).toBe(204);
    const { body: again } = await restore({ revision: 3 });
    expect(again).toMatchObject({ bylines: [freeText('Dora'), freeText('Bo')], author_name: 'Dora and Bo' });
  });
});
