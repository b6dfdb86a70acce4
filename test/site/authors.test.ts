import { describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { changeAuthor, createAuthor, deleteAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makePhoto } from '../pictures.ts';
import { prepareAuthorsSite } from './authors-site.ts';

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

  test('lets editors change authors, and nobody else', async () => {
    const author = await createAuthor(await newsroomApi(site.app, 'editor'), 'Of an editor');
    for (const role of ['contributor', 'author'] as const) {
      const api = await newsroomApi(site.app, role);
      expect((await api.request('POST', '/authors', { name: 'Denied' })).status).toBe(403);
      expect((await changeAuthor(api, author, { name: 'Denied' })).status).toBe(403);
      expect((await deleteAuthor(api, author)).status).toBe(403);
    }
    expect(await text('/author/of-an-editor')).toContain('Of an editor');
  });
});
