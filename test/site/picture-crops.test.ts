import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { imageUses } from '#domain/images/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { type ApiArticle } from '../newsroom-api.ts';
import { preparePicturesSite } from './pictures-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('crops of a picture (%s database)', (databaseKind) => {
  const site = preparePicturesSite(databaseKind);
  const { download, publish, runJobs, statusOfUrl, upload } = site;

  const imagesOf = async ({ slug }: Pick<ApiArticle, 'slug'>): Promise<string[]> => {
    const html = await (await site.app.fetch(`/article/${slug}`)).text();
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    return (JSON.parse(json) as { image?: string[] }).image ?? [];
  };
  /** For each picture whether it is the whole one, a crop or drawn, and its shape. */
  const kindsOf = (urls: readonly string[]) =>
    urls.map((url) => {
      const [, crop] = /-(\w+)-1200\.webp$/.exec(url) ?? [];
      const [, drawn] = /\/social\/.*-(\w+)\.png$/.exec(url) ?? [];
      if (crop !== undefined) return `cut ${crop}`;
      return drawn === undefined ? 'whole' : `drawn ${drawn}`;
    });
  const sizeOf = async (url: string) => {
    const { response, bytes } = await download(url);
    const { width, height, format } = await sharp(bytes).metadata();
    return [response.headers.get('content-type'), format, width, height];
  };

  test('are listed for search engines in every shape for which it is large enough', async () => {
    const image = await upload(1920, 1300);
    const article = await publish({ image, image_alt: 'Waves' });
    expect(kindsOf(await imagesOf(article))).toEqual(['whole']);
    await runJobs();
    await expect
      .poll(async () => kindsOf(await imagesOf(article)))
      .toEqual(['whole', 'cut 16x9', 'cut 4x3', 'cut 1x1']);
    const [whole = '', ...crops] = await imagesOf(article);
    expect(whole).toMatch(/-1920\.jpg$/);
    const sizes = await Promise.all(crops.map(sizeOf));
    expect(sizes).toEqual([
      ['image/webp', 'webp', 1200, 675],
      ['image/webp', 'webp', 1200, 900],
      ['image/webp', 'webp', 1200, 1200],
    ]);
    // A picture that is no longer used is deleted with its crops.
    await site.newsroom.request('DELETE', `/articles/${article.id}`);
    await site.newsroom.request('DELETE', `/trash/${article.id}`);
    expect(await Promise.all(crops.map(statusOfUrl))).toEqual([200, 200, 200]);
    await site.app.database.db.delete(imageUses);
    site.now = new Date(site.now.getTime() + 8 * DAY_MS);
    await runJobs();
    expect(await Promise.all(crops.map(statusOfUrl))).toEqual([404, 404, 404]);
  });

  test('are not made of drafts', async () => {
    const draft = await upload(1500, 1400);
    await site.newsroom.create({ slug: 'cropless-draft', image: draft, image_alt: '' });
    await runJobs();
    const crop = draft.replace(/-\d+\.webp$/, '-1x1-1200.webp');
    expect((await site.app.fetch(crop)).status).toBe(404);
  });
});
