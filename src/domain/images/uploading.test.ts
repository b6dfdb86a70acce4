import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Storage } from '#platform/storage/storage.ts';
import { databases, databasesFor } from '../../../test/databases.ts';
import {
  makeAnimation,
  makeBomb,
  makePhonePhoto,
  makePhoto,
  makePngOf,
  withChunk,
} from '../../../test/pictures.ts';
import { type Picture, pictureKeys, PICTURE_FORMATS } from './image.ts';
import { colleague, editor, useUploads } from './uploads.fixture.ts';

const MB5 = 5 * 1024 * 1024;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>';

describe.each(databases)('uploads, with the $name database', ({ open }) => {
  const { folder, storage, store, stored, rows, fill, markAsRemoving } = useUploads(open);

  test('are stored once for the same bytes, concurrently and later', async () => {
    const bytes = await makePhoto();
    const [first, ...others] = await Promise.all([store(bytes), store(bytes), store(bytes)]);
    const later = await store(bytes);
    for (const picture of [...others, later]) expect(picture.url).toBe(first?.url);
    expect(stored()).toEqual(pictureKeys(later).toSorted());
    expect(await rows()).toHaveLength(1);
    expect((await store(await makePhoto({ seed: 2 }))).url).not.toBe(first?.url);
  });

  test('are stored again when the files are missing', async () => {
    const bytes = await makePhoto();
    const first = await store(bytes);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(await store(bytes)).toEqual(first);
    expect(stored()).toEqual(pictureKeys(first).toSorted());
  });

  test('of a contributor have a quota; the same picture again needs none of it', async () => {
    const contributor = { userId: editor.userId, role: 'contributor' } as const;
    const known = await store(await makePhoto());
    await fill(499);
    expect((await store(await makePhoto(), storage, contributor)).url).toBe(known.url);
    await expect(store(await makePhoto({ seed: 2 }), storage, contributor)).rejects.toThrow(
      'You have stored 500 images',
    );
    expect(await rows()).toHaveLength(500);
    await expect(store(await makePhoto({ seed: 2 }))).resolves.toMatchObject({ width: 640 });
  });

  test('are stored under another name while the files are being deleted', async () => {
    const bytes = await makePhoto();
    const first = await store(bytes);
    await markAsRemoving();
    const second = await store(bytes);
    expect(second.url).not.toBe(first.url);
    expect(stored()).toEqual([...pictureKeys(first), ...pictureKeys(second)].toSorted());
  });

  test('that cannot be stored throw, and leave a row in the state storing', async () => {
    const full = { ...storage, put: () => Promise.reject(new Error('the disk is full')) };
    await expect(store(await makePhoto(), full)).rejects.toThrow('the disk is full');
    expect(await rows()).toMatchObject([{ state: 'storing' }]);
    expect(await store(await makePhoto())).toMatchObject({ width: 640 });
    expect(await rows()).toMatchObject([{ state: 'stored' }]);
  });

  test('wait in a queue, two at a time, and are rejected above the share of a person', async () => {
    let [running, most] = [0, 0];
    // The first file waits until a second picture writes one, so the result does not depend on timing.
    const second = Promise.withResolvers<void>();
    const slow: Storage = {
      ...storage,
      async put(key, bytes) {
        most = Math.max(most, ++running);
        if (running === 2) second.resolve();
        await second.promise;
        await storage.put(key, bytes);
        running--;
      },
    };
    const photos = await Promise.all(
      Array.from({ length: 24 }, (_, seed) => makePhoto({ seed, width: 40, height: 20 })),
    );
    const own = photos.slice(1).map((bytes) => store(bytes, slow));
    // One person cannot fill the queue, so another one is served.
    const other = store(photos[0] ?? new Uint8Array(), slow, colleague);
    const settled = await Promise.allSettled([...own, other]);
    expect(settled.at(-1)?.status).toBe('fulfilled');
    const rejected = settled.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(15);
    for (const { reason } of rejected)
      expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    expect(await rows()).toHaveLength(9);
    expect(most).toBe(2);
  });
});

describe.each(databasesFor(import.meta.filename))('an upload, with the $name database', ({ open }) => {
  const { fileOf, folder, store, stored, rows } = useUploads(open);

  describe('is accepted', () => {
    test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('as %s', async (format) => {
      const picture = await store(await makePhoto({ format, width: 700, height: 350 }));
      expect(picture).toMatchObject({ alt: '', width: 700, height: 350, widths: [480, 700] });
      expect(picture.url).toMatch(/^\/media\/article-images\/[0-9a-f]{40}-700\.webp$/);
      expect(picture.color).toMatch(/^#[0-9a-f]{6}$/);
      expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/);
      expect(picture.placeholder.length).toBeLessThan(400);
      expect(stored()).toEqual(pictureKeys(picture).toSorted());
      expect(await rows()).toMatchObject([{ url: picture.url, state: 'stored', createdBy: editor.userId }]);
    });

    test.each([
      [4000, 200, [480, 960, 1440, 1920]],
      [1440, 90, [480, 960, 1440]],
      [500, 90, [500]],
      [1, 1, [1]],
    ])('of %i pixels in the standard widths, without enlarging', async (width, height, widths) => {
      const picture = await store(await makePhoto({ format: 'png', width, height }));
      expect(picture.widths).toEqual(widths);
      for (const each of widths) {
        for (const format of PICTURE_FORMATS) {
          const found = await sharp(fileOf(picture, each, format)).metadata();
          expect([found.width, found.height]).toEqual([
            each,
            Math.max(1, Math.round((each * picture.height) / picture.width)),
          ]);
          expect(found.format).toBe(format === 'avif' ? 'heif' : 'webp');
        }
      }
    });

    test('with its EXIF orientation applied and without location, camera and author', async () => {
      const bytes = await makePhonePhoto();
      expect(bytes.toString('latin1')).toContain('Telltale Camera');
      const picture = await store(bytes);
      expect(picture).toMatchObject({ width: 400, height: 640 });
      for (const format of PICTURE_FORMATS) {
        const file = fileOf(picture, 400, format);
        const { exif, icc, xmp, orientation } = await sharp(file).metadata();
        expect({ exif, icc, xmp, orientation }).toEqual({});
        for (const secret of ['Telltale', 'Lovelace', 'GPS', 'Exif'])
          expect(file.toString('latin1')).not.toContain(secret);
        // The bright corner is top left in the file; rotated by 90° clockwise it is top right.
        const corner = async (left: number) =>
          (await sharp(file).extract({ left, top: 10, width: 1, height: 1 }).raw().toBuffer())[1] ?? 0;
        expect(await corner(380)).toBeGreaterThan((await corner(20)) + 50);
      }
    });

    test('without the text chunks of a PNG', async () => {
      const bytes = withChunk(
        await makePhoto({ format: 'png' }),
        'tEXt',
        Buffer.from('Comment\0secret text'),
      );
      const picture = await store(bytes);
      for (const file of stored())
        expect(readFileSync(join(folder, file), 'latin1')).not.toContain('secret text');
      expect(picture.width).toBe(640);
    });

    test('with its transparency, and then without a placeholder', async () => {
      const bytes = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#ff000080' } })
        .png()
        .toBuffer();
      const picture = await store(bytes);
      expect(picture).toMatchObject({ color: '', placeholder: '' });
      expect((await sharp(fileOf(picture, 60, 'avif')).stats()).isOpaque).toBe(false);
    });

    test('with only the first of thousands of frames', async () => {
      const picture = await store(await makeAnimation(3000));
      expect(picture).toMatchObject({ width: 8, height: 8 });
      expect((await sharp(fileOf(picture, 8, 'webp')).metadata()).pages ?? 1).toBe(1);
    });

    test.each([
      ['a web page', '<html><script>alert(1)</script></html>'],
      ['a script', '*/=1;alert(1);/*'],
      ['an archive', 'PK\u0003\u0004 payload.exe'],
    ])('without %s appended to it', async (_name, tail) => {
      const picture = await store(Buffer.concat([await makePhoto(), Buffer.from(tail)]));
      expect(picture.width).toBe(640);
      for (const file of stored()) expect(readFileSync(join(folder, file), 'latin1')).not.toContain(tail);
    });
  });

  describe('is rejected without a file or a row', () => {
    const errorOf = async (upload: Promise<Picture>) => ({
      error: await upload.catch((error: unknown) => error),
      files: stored(),
      rows: await rows(),
    });
    const unchanged = { files: [], rows: [] };

    test('at five megabytes, and not below', async () => {
      expect(await errorOf(store(await makePngOf(MB5)))).toMatchObject({
        error: { code: 'too_large', message: 'Image size must be less than 5MB' },
        ...unchanged,
      });
      expect(await store(await makePngOf(MB5 - 1))).toMatchObject({ width: 640 });
    });

    const NO_PICTURE = 'Please upload an image file';
    const DAMAGED = /^The image file is damaged or incomplete\. .*upload that$/;
    const SVG_MESSAGE = /^SVG files can contain programs\. .*PNG/;
    test.each<[string, string | RegExp, () => Buffer | Promise<Buffer>]>([
      ['empty', NO_PICTURE, () => Buffer.alloc(0)],
      ['text', NO_PICTURE, () => Buffer.from('not a picture')],
      ['an HTML page that contains an image type', NO_PICTURE, () => Buffer.from('<html>image/jpeg</html>')],
      ['an SVG', SVG_MESSAGE, () => Buffer.from(SVG)],
      ['an SVG with an XML declaration', SVG_MESSAGE, () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
      ['a compressed SVG', NO_PICTURE, () => gzipSync(SVG)],
      ['a TIFF', /^Browsers cannot show TIFF files\. .*JPEG or PNG/, () => makePhoto({ format: 'tiff' })],
      ['a PDF', NO_PICTURE, () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
      ['only a signature', DAMAGED, async () => (await makePhoto({ format: 'png' })).subarray(0, 8)],
      ['a truncated JPEG', DAMAGED, async () => truncate(await makePhoto())],
      ['a truncated PNG', DAMAGED, async () => truncate(await makePhoto({ format: 'png' }))],
      ['a truncated WebP', DAMAGED, async () => truncate(await makePhoto({ format: 'webp' }))],
      ['a truncated AVIF', DAMAGED, async () => truncate(await makePhoto({ format: 'avif' }))],
      ['a truncated GIF', DAMAGED, async () => truncate(await makePhoto({ format: 'gif' }))],
      [
        'a HEIC',
        /^Most browsers cannot show HEIC files\. .*JPEG/,
        async () => asHeic(await makePhoto({ format: 'avif' })),
      ],
    ])('when it is %s', async (_name, message, make) => {
      const { error, ...rest } = await errorOf(store(await make()));
      expect(error).toMatchObject({ code: 'unsupported', message: expect.stringMatching(message) });
      expect(rest).toEqual(unchanged);
    });

    test.each([
      [30_000, 30_000, 'The image has too many pixels. The limit is 64 megapixels'],
      [64_001, 1000, 'The image has too many pixels. The limit is 64 megapixels'],
      [2_000_000_000, 2_000_000_000, expect.stringMatching(/^The image file is damaged/)],
    ])('when a few bytes declare %i × %i pixels', async (width, height, message) => {
      expect(await errorOf(store(makeBomb(width, height)))).toMatchObject({
        error: { code: 'unsupported', message },
        ...unchanged,
      });
    });
  });
});

const truncate = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

/** An AVIF container with the brand of HEIC, as phones send it. */
function asHeic(avif: Buffer): Buffer {
  return Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic').replaceAll('av01', 'hvc1'), 'latin1');
}
