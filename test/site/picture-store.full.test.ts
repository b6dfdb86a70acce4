import { AwsClient } from 'aws4fetch';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { imageUses } from '#domain/images/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { type ApiArticle, newsroomApi } from '../newsroom-api.ts';
import { repeatWhileUnavailable, uploadPicture } from '../picture-requests.ts';
import { makePhoto } from '../pictures.ts';
import { findSwift, startSwift, type Swift } from '../swift.ts';

const found = findSwift();
const PICTURE = '/media/article-images/port-crane-960.avif';

describe.skipIf('missing' in found)('a site with its pictures in an S3-compatible store', () => {
  let swift: Swift;
  let app: TestApp;
  let now = new Date();
  beforeAll(async () => {
    if ('root' in found) swift = await startSwift(found.root);
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = swift.settings;
    app = await testApp({
      samples: true,
      clock: () => now,
      env: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await swift.stop();
  });

  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('serves them itself, immutable', async () => {
    const response = await app.fetch(PICTURE);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/avif']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const whole = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(whole.length));
    expect((await app.fetch('/media/article-images/no-such-960.avif')).status).toBe(404);
  });

  test('stores uploads there', async () => {
    const { url } = await uploadPicture(app, await adminHeaders(app), await makePhoto());
    expect((await app.fetch(url)).headers.get('content-type')).toBe('image/webp');
    expect((await app.fetch(url.replace('.webp', '.avif'))).headers.get('content-type')).toBe('image/avif');
  });

  describe('renders pictures for published articles', () => {
    beforeAll(async () => {
      // Otherwise pictures of all samples are rendered too.
      await app.database.db.update(articles).set({ isDraft: true });
    });

    /** Whether the store itself has the file. */
    const isInBucket = async (url: string) => {
      const { endpoint, bucket, region, accessKeyId, secretAccessKey } = swift.settings;
      const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
      const response = await client.fetch(`${endpoint}/${bucket}/${url.replace('/media/', '')}`);
      await response.arrayBuffer();
      return response.ok;
    };
    const moveClock = (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    };
    const runJobs = async () => {
      moveClock(5);
      await app.jobs.runDue();
    };
    const pathsIn = async ({ slug }: Pick<ApiArticle, 'slug'>, pattern: RegExp) => {
      const html = await (await app.fetch(`/article/${slug}`)).text();
      return [...new Set(Array.from(html.matchAll(pattern), ([path]) => path))];
    };
    const served = async (path: string) => {
      const response = await repeatWhileUnavailable(() => app.fetch(path), moveClock);
      const { format, width, height } = await sharp(await bytesOf(response)).metadata();
      return [response.status, response.headers.get('content-type'), format, width, height];
    };

    test('social pictures, and removes them', async () => {
      const newsroom = await newsroomApi(app);
      const article = await newsroom.create({ slug: 'drawn', title: 'Drawn', is_draft: false });
      const find = () => pathsIn(article, /\/media\/social\/[\w/-]+\.png/g);
      const keys = async () =>
        (await app.database.db.select().from(socialPictures)).map(({ key }) => `/media/${key}`);
      const [path = ''] = await find();
      expect(await served(path)).toEqual([200, 'image/png', 'png', 1200, 630]);
      const [first = ''] = await keys();
      expect(await isInBucket(first)).toBe(true);
      const { body: renamed } = await newsroom.save(article, { title: 'Drawn again' });
      await runJobs();
      await expect.poll(find).not.toEqual([path]);
      const [second = '', ...others] = await keys();
      expect(others).toEqual([]);
      expect([await isInBucket(first), await isInBucket(second)]).toEqual([false, true]);
      const [next = ''] = await find();
      const redirect = await app.fetch(path);
      expect([redirect.status, redirect.headers.get('location')]).toEqual([302, next]);
      await newsroom.save(renamed, { is_draft: true });
      await runJobs();
      expect([(await app.fetch(next)).status, await isInBucket(second)]).toEqual([404, false]);
    });

    test('crops of their pictures, and removes them with the picture', async () => {
      const newsroom = await newsroomApi(app);
      const photo = await makePhoto({ width: 1920, height: 1300, seed: 7 });
      const { url: image } = await uploadPicture(app, await adminHeaders(app), photo);
      const article = await newsroom.create({ slug: 'cropped', image, image_alt: 'Waves', is_draft: false });
      await runJobs();
      const find = () => pathsIn(article, /\/media\/article-images\/[\w-]+x[\w-]+-1200\.webp/g);
      await expect.poll(find).toHaveLength(3);
      const crops = await find();
      expect(await Promise.all(crops.map(served))).toEqual([
        [200, 'image/webp', 'webp', 1200, 675],
        [200, 'image/webp', 'webp', 1200, 900],
        [200, 'image/webp', 'webp', 1200, 1200],
      ]);
      expect(await Promise.all(crops.map(isInBucket))).toEqual([true, true, true]);
      await newsroom.request('DELETE', `/articles/${article.id}`);
      await newsroom.request('DELETE', `/trash/${article.id}`);
      await app.database.db.delete(imageUses);
      now = new Date(now.getTime() + 8 * 86_400_000);
      await runJobs();
      for (const path of [...crops, image])
        expect([path, (await app.fetch(path)).status, await isInBucket(path)]).toEqual([path, 404, false]);
    });
  });
});
