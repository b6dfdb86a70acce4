import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

type Data = Readonly<Record<string, unknown>>;

describe.each(databaseKindsFor(import.meta.filename))('structured data (%s database)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind, env: { SITE_NAME: 'Rise & <Fall>' } });
  beforeAll(async () => {
    const ada = await createAuthor(site.newsroom, 'Ada Lovelace', { slug: 'ada', bio: 'Writes.' });
    const shared = { is_draft: false, tags: ['Water', 'Sea & sky'], lang: 'sw' };
    await site.newsroom.create({
      ...shared,
      slug: 'rain',
      title: '</script> & rain',
      content: '<p>It rained for nine days.</p>',
      image: 'https://pictures.example/rain.jpg',
      image_alt: 'Rain',
      bylines: [linkedTo(ada), freeText('Bo')],
    });
    await site.newsroom.create({ ...shared, slug: 'view', title: 'A view', category_slug: 'opinions' });
  });

  const { text } = site;
  const dataOf = async (path: string): Promise<Data[]> =>
    Array.from(
      (await text(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
      ([, json = '']) => JSON.parse(json) as Data,
    );
  const breadcrumbs = async (path: string) => {
    const list = (await dataOf(path)).find((data) => data['@type'] === 'BreadcrumbList');
    const items = (list?.['itemListElement'] ?? []) as { name: string; item: string; position: number }[];
    return items.map(({ name, item, position }) => [position, name, item.slice(PUBLIC_URL.length)]);
  };

  test('describes an article', async () => {
    const [article] = await dataOf('/article/rain');
    expect(article).toMatchObject({
      '@type': 'NewsArticle',
      headline: '</script> & rain',
      articleSection: 'Sports',
      keywords: ['Water', 'Sea & sky'],
      wordCount: 5,
      isAccessibleForFree: true,
      inLanguage: 'sw',
      url: `${PUBLIC_URL}/article/rain`,
      image: [
        'https://pictures.example/rain.jpg',
        ...['16x9', '4x3', '1x1'].map((shape) =>
          expect.stringMatching(
            new RegExp(`^http://127\\.0\\.0\\.1:3000/media/social/[\\w/-]{59}-${shape}\\.png$`),
          ),
        ),
      ],
      author: [
        { '@type': 'Person', name: 'Ada Lovelace', url: `${PUBLIC_URL}/author/ada` },
        { '@type': 'Person', name: 'Bo' },
      ],
    });
    expect((await dataOf('/article/view'))[0]).toMatchObject({ '@type': 'OpinionNewsArticle' });
    expect((await site.app.fetch('/icon-512.png')).status).toBe(200);
  });

  test('contains the path from the home page', async () => {
    const home = [1, 'Home', '/'];
    expect(await breadcrumbs('/article/rain')).toEqual([
      home,
      [2, 'Sports', '/sports'],
      [3, '</script> & rain', '/article/rain'],
    ]);
    expect(await breadcrumbs('/sports')).toEqual([home, [2, 'Sports', '/sports']]);
    expect(await breadcrumbs('/tag/water')).toEqual([home, [2, 'Water', '/tag/water']]);
    expect(await breadcrumbs('/author/ada')).toEqual([home, [2, 'Ada Lovelace', '/author/ada']]);
    expect(await breadcrumbs('/unknown')).toEqual([]);
  });
});
