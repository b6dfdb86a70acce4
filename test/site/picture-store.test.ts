import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makePhoto } from '../pictures.ts';
import { findSwift, startSwift, type Swift } from '../swift.ts';

const found = findSwift();
const PICTURE = '/media/article-images/port-crane-960.avif';

describe.skipIf('missing' in found)('a site with its pictures in an S3-compatible store', () => {
  let swift: Swift;
  let app: TestApp;
  beforeAll(async () => {
    if ('root' in found) swift = await startSwift(found.root);
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = swift.settings;
    app = await testApp({
      samples: true,
      env: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
  }, 60_000);
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

    const part = await app.fetch(PICTURE, { headers: { range: 'bytes=4-11' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${whole.length}`]);
    expect((await bytesOf(part)).toString('latin1')).toBe('ftypavif');

    const etag = response.headers.get('etag') ?? '';
    expect((await app.fetch(PICTURE, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await app.fetch(PICTURE, { method: 'HEAD' })).headers.get('content-length')).toBe(
      String(whole.length),
    );
    expect((await app.fetch('/media/article-images/no-such-960.avif')).status).toBe(404);
  });

  test('stores uploads there', async () => {
    const headers = await adminHeaders(app);
    const body = new Uint8Array(await makePhoto());
    const response = await app.fetch('/api/newsroom/images', { method: 'POST', headers, body });
    expect(response.status).toBe(201);
    const { url } = (await response.json()) as { url: string };
    expect((await app.fetch(url)).headers.get('content-type')).toBe('image/webp');
    expect((await app.fetch(url.replace('.webp', '.avif'))).headers.get('content-type')).toBe('image/avif');
  });

  test('serves its pages, and answers 503 instead of 404 for pictures, while the store is unreachable', async () => {
    await swift.stop();
    const response = await app.fetch(PICTURE);
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await response.text()).not.toContain(swift.settings.endpoint);
    expect((await app.fetch('/articles')).status).toBe(200);
  });
});
