import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makePhoto, makePngOf } from '../pictures.ts';

const MB5 = 5 * 1024 * 1024;

/** An upload without a Content-Length that never ends. */
function endless(headers: Record<string, string>) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  return { request: new Request('http://127.0.0.1:3000/api/newsroom/images', init), sent: () => sent };
}

describe.each(databaseKindsFor(import.meta.filename))('pictures (%s database)', (databaseKind) => {
  let app: TestApp;
  let editor: { authorization: string };
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    editor = await adminHeaders(app);
  });
  afterAll(() => app.close());

  const upload = (body: BodyInit | undefined, headers: Record<string, string> = editor) =>
    app.fetch('/api/newsroom/images', { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  const take = (bytes: Buffer, headers: Record<string, string> = {}) =>
    uploadPicture(app, { ...editor, ...headers }, bytes);
  const count = () => app.database.db.$count(images);

  test('an uploaded picture is served in every width and format of the response', async () => {
    const picture = await take(await makePhoto({ width: 1000, height: 500 }));
    expect(picture).toEqual({
      url: expect.stringMatching(/^\/media\/article-images\/[0-9a-f]{40}-1000\.webp$/),
      alt: '',
      width: 1000,
      height: 500,
      widths: [480, 1000],
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    for (const width of picture.widths) {
      for (const format of ['avif', 'webp']) {
        const response = await app.fetch(picture.url.replace('1000.webp', `${width}.${format}`));
        expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${format}`]);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const found = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect([found.width, found.height]).toEqual([width, width / 2]);
      }
    }
    expect((await app.fetch(picture.url.replace('1000.webp', '1000.png'))).status).toBe(404);
  });

  test('neither the file name nor the Content-Type is used', async () => {
    const png = await makePhoto({ format: 'png', seed: 4 });
    for (const [name, type] of [
      ['../../../../etc/passwd', 'text/html'],
      ['a%00b.svg', 'image/svg+xml'],
      ['x'.repeat(5000), 'application/json'],
    ]) {
      const { url } = await take(png, { 'x-file-name': name ?? '', 'content-type': type ?? '' });
      expect(url).toMatch(/^\/media\/article-images\/[0-9a-f]{40}-640\.webp$/);
    }
    for (const body of [undefined, '', '<html><script>1</script></html>']) {
      const page = await upload(body, { ...editor, 'content-type': 'image/jpeg' });
      expect([page.status, page.headers.get('content-type')]).toEqual([415, 'application/problem+json']);
      const problem = { code: 'unsupported', detail: 'Please upload an image file' };
      expect(await page.json()).toMatchObject(problem);
    }
  });

  test('five megabytes are too large, whether declared or counted', async () => {
    const before = await count();
    const large = new Uint8Array(await makePngOf(MB5));
    const refused = { code: 'too_large', detail: 'Image size must be less than 5MB' };
    for (const headers of [{}, { 'content-length': String(large.length) }]) {
      const response = await upload(large, { ...editor, ...headers });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject(refused);
    }
    const { request, sent } = endless(editor);
    const response = await app.fetch(request);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject(refused);
    expect(sent()).toBeLessThan(MB5 + 1024 * 1024);
    expect(await count()).toBe(before);
  });

  test('an upload without access is refused before it is read', async () => {
    const { request, sent } = endless({});
    expect((await app.fetch(request)).status).toBe(401);
    expect(sent()).toBeLessThan(1024 * 1024);
  });

  test('a page offers a picture as AVIF and WebP, with its dimensions', async () => {
    const { url } = await take(await makePhoto({ width: 1000, height: 500, seed: 5 }));
    const name = url.slice(0, -'-1000.webp'.length);
    const article = await makeArticle(app.database, {
      image: url,
      imageAlt: 'A gradient',
      content: `<p>Before.</p><figure><img src="${url}" alt="In the text"><figcaption>Said</figcaption></figure>`,
    });
    const html = await (await app.fetch(`/article/${article.slug}`)).text();
    const drawn = [...html.matchAll(/<picture>(.*?)<\/picture>/g)].map(([, inside]) => inside ?? '');
    const ours = drawn.filter((inside) => inside.includes(name));
    expect(ours).toHaveLength(2);
    for (const inside of ours) {
      expect(inside).toMatch(/<source type="image\/avif" srcSet="|<source type="image\/avif" srcset="/);
      expect(inside).toContain(`${name}-480.avif 480w, ${name}-1000.avif 1000w`);
      expect(inside).toContain(`${name}-480.webp 480w, ${name}-1000.webp 1000w`);
      expect(inside).toContain('width="1000" height="500"');
    }
  });
});
