import { describe, expect, test } from 'vitest';
import { changeAuthor, createAuthor, deleteAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { dataOf, prepareAuthorsSite } from './authors-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('authors (%s database)', (databaseKind) => {
  const site = prepareAuthorsSite(databaseKind);
  const { text, publish } = site;

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

  test('are stored once each, and none is empty', async () => {
    const eve = await createAuthor(site.newsroom, 'Eve');
    const article = await publish([
      freeText(' Bo\u0007\nDiaz '),
      freeText(''),
      freeText('\u2060'),
      linkedTo({ ...eve, name: 'Somebody else' }),
      freeText('bo diaz'),
      linkedTo(eve),
    ]);
    expect(article['bylines']).toEqual([freeText('Bo Diaz'), linkedTo(eve)]);
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

  test('stay for clients that send back only the name, also after a rename', async () => {
    const maud = await createAuthor(site.newsroom, 'Maud');
    const signed = await publish([linkedTo(maud), freeText('Bo')]);
    const { body: renamed } = await changeAuthor(site.newsroom, maud, { name: 'Maud Menten' });
    const bylines = [linkedTo(renamed), freeText('Bo')];
    const { body: kept } = await site.newsroom.save(signed, { bylines: undefined, title: 'Later' });
    expect(kept).toMatchObject({ author_name: 'Maud Menten and Bo', bylines });
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
