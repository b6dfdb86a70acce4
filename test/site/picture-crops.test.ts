import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { imageUses } from '#domain/images/tables.server.ts';
import { databaseKindsFor } from '../app.ts';
import { type ApiArticle } from '../newsroom-api.ts';
import { preparePicturesSite } from './pictures-site.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKindsFor(import.meta.filename))(
  'crops of the picture of an article, on the %s database',
  (databaseKind) => {
    const site = preparePicturesSite(databaseKind);
    const { download, publish, runJobs, statusOfUrl, upload } = site;

    const imagesOf = async ({ slug }: Pick<ApiArticle, 'slug'>): Promise<string[]> => {
      const html = await (await site.app.fetch(`/article/${slug}`)).text();
      const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      return (JSON.parse(json) as { image?: string[] }).image ?? [];
    };
    /** Undefined for the whole picture. */
    const shapesOf = (urls: readonly string[]) =>
      urls.map((url) => (/\/social\//.test(url) ? 'social' : /-(\w+)-1200\.webp$/.exec(url)?.[1]));

    test('are listed for search engines in every shape for which it is large enough', async () => {
      const image = await upload(1920, 1300);
      const article = await publish({ image, image_alt: 'Waves' });
      expect(shapesOf(await imagesOf(article))).toEqual([undefined]);
      await runJobs();
      await expect
        .poll(async () => shapesOf(await imagesOf(article)))
        .toEqual([undefined, '16x9', '4x3', '1x1']);
      const [whole = '', ...crops] = await imagesOf(article);
      expect(whole).toMatch(/-1920\.jpg$/);
      const sizes = await Promise.all(
        crops.map(async (url) => {
          const { response, bytes } = await download(url);
          const { width, height, format } = await sharp(bytes).metadata();
          return [response.headers.get('content-type'), format, width, height];
        }),
      );
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

    test('are never enlarged, and not made of drafts or of a shape that it has', async () => {
      const cases = [
        [await upload(1440, 810), [undefined]],
        [await upload(1250, 1000), [undefined, '16x9', '4x3']],
        [await upload(1199, 1400), [undefined, 'social']],
        [await upload(1300, 500), [undefined, 'social']],
        ['', ['social']],
        ['https://pictures.example/a.jpg', [undefined, 'social']],
      ] as const;
      for (const [image, shapes] of cases) {
        const article = await publish({ image, image_alt: '' });
        await runJobs();
        await expect.poll(async () => shapesOf(await imagesOf(article))).toEqual(shapes);
        for (const url of (await imagesOf(article)).filter((found) => found.includes('/social/')))
          expect(await statusOfUrl(url)).toBe(200);
      }
      const draft = await upload(1500, 1400);
      await site.newsroom.create({ slug: 'cropless-draft', image: draft, image_alt: '' });
      await runJobs();
      const crop = draft.replace(/-\d+\.webp$/, '-1x1-1200.webp');
      expect((await site.app.fetch(crop)).status).toBe(404);
    });
  },
);
