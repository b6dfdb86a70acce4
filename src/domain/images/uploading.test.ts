import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import {
  makeAnimation,
  makeBomb,
  makePhonePhoto,
  makePhoto,
  makePngOf,
  withChunk,
} from '../../../test/pictures.ts';
import { type Picture, pictureKeys, PICTURE_FORMATS, variantKey } from './image.ts';
import { images } from './tables.server.ts';
import { storePicture } from './uploading.server.ts';

const MB5 = 5 * 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'meridian-upload-'));
const storage = diskStorage(folder);
const editor = { userId: uuidv7(), role: 'admin' } as const;
const clock = () => new Date('2025-06-01T12:00:00Z');
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>';

/** The keys of all files in the store. */
const stored = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .toSorted()
    : [];

const fileOf = (picture: Picture, width: number, format: (typeof PICTURE_FORMATS)[number]) =>
  readFileSync(join(folder, variantKey(picture.url, width, format)));

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

describe.each(databases)('an upload, with the $name database', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.database.db
      .insert(user)
      .values({ id: editor.userId, name: 'Ada', email: 'ada@example.com' });
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.database.db.delete(images);
  });

  const store = (bytes: Uint8Array, into: Storage = storage) =>
    storePicture(bytes, editor, { database: opened.database, storage: into, clock });
  const rows = () => opened.database.db.select().from(images);

  describe('is taken', () => {
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
      [1000, 90, [480, 1000]],
      [500, 90, [500]],
      [3, 2, [3]],
      [1, 1, [1]],
    ])('in widths that fit %i pixels, none of them enlarged', async (width, height, widths) => {
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

    test('however tall it is', async () => {
      const picture = await store(await makePhoto({ format: 'png', width: 500, height: 20_000 }));
      expect(picture).toMatchObject({ width: 205, height: 8192, widths: [205] });
    });

    test('once, however often and whenever it comes', async () => {
      const bytes = await makePhoto();
      const [first, ...others] = await Promise.all([store(bytes), store(bytes), store(bytes)]);
      const later = await store(bytes);
      for (const picture of [...others, later]) expect(picture.url).toBe(first?.url);
      expect(stored()).toEqual(pictureKeys(later).toSorted());
      expect(await rows()).toHaveLength(1);
      expect((await store(await makePhoto({ seed: 2 }))).url).not.toBe(first?.url);
    });

    test('again when its files are lost', async () => {
      const bytes = await makePhoto();
      const first = await store(bytes);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      expect(await store(bytes)).toEqual(first);
      expect(stored()).toEqual(pictureKeys(first).toSorted());
    });

    test('under another name while its files are being removed', async () => {
      const bytes = await makePhoto();
      const first = await store(bytes);
      await opened.database.db.update(images).set({ state: 'removing' });
      const second = await store(bytes);
      expect(second.url).not.toBe(first.url);
      expect(stored()).toEqual([...pictureKeys(first), ...pictureKeys(second)].toSorted());
    });

    test('upright, without where, with what and by whom it was made', async () => {
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
        // The light corner was left at the top; turned a quarter to the right it is right at the top.
        const corner = async (left: number) =>
          (await sharp(file).extract({ left, top: 10, width: 1, height: 1 }).raw().toBuffer())[1] ?? 0;
        expect(await corner(380)).toBeGreaterThan((await corner(20)) + 50);
      }
    });

    test('without the texts of a PNG', async () => {
      const bytes = withChunk(
        await makePhoto({ format: 'png' }),
        'tEXt',
        Buffer.from('Comment\0the source is in the third street'),
      );
      const picture = await store(bytes);
      for (const file of stored())
        expect(readFileSync(join(folder, file), 'latin1')).not.toContain('third street');
      expect(picture.width).toBe(640);
    });

    test('with its colours as a screen without a profile shows them', async () => {
      const red = sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } });
      const bytes = await red.withIccProfile('p3').png().toBuffer();
      const { channels } = await sharp(fileOf(await store(bytes), 60, 'webp')).stats();
      expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual(
        [25, 0, 0].map((value) => expect.closeTo(value, -0.5)),
      );
    });

    test('with its transparency, and then with nothing behind it', async () => {
      const bytes = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#ff000080' } })
        .png()
        .toBuffer();
      const picture = await store(bytes);
      expect(picture).toMatchObject({ color: '', placeholder: '' });
      expect((await sharp(fileOf(picture, 60, 'avif')).stats()).isOpaque).toBe(false);
    });

    test('in grey, with sixteen bits and in printing colours', async () => {
      const grey = sharp(await makePhoto()).greyscale();
      const many = [
        await grey.clone().toColourspace('b-w').png().toBuffer(),
        await grey.clone().toColourspace('grey16').png().toBuffer(),
        await sharp(await makePhoto())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
        await sharp(await makePhoto())
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
      ];
      for (const bytes of many) expect(await store(bytes)).toMatchObject({ width: 640, widths: [480, 640] });
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
    ])('as a picture and not as %s that hangs on it', async (_name, tail) => {
      const picture = await store(Buffer.concat([await makePhoto(), Buffer.from(tail)]));
      expect(picture.width).toBe(640);
      for (const file of stored()) expect(readFileSync(join(folder, file), 'latin1')).not.toContain(tail);
    });

    test('just under five megabytes', async () => {
      expect(await store(await makePngOf(MB5 - 1))).toMatchObject({ width: 640 });
    });
  });

  describe('is refused and leaves nothing behind', () => {
    const refusalOf = async (upload: Promise<Picture>) => ({
      refusal: await upload.catch((error: unknown) => error),
      files: stored(),
      rows: await rows(),
    });
    const asIfNothingHappened = { files: [], rows: [] };

    test.each([0, 1])('at five megabytes and %i bytes', async (more) => {
      expect(await refusalOf(store(await makePngOf(MB5 + more)))).toMatchObject({
        refusal: { code: 'too_large', message: 'Image size must be less than 5MB' },
        ...asIfNothingHappened,
      });
    });

    test.each<[string, () => Buffer | Promise<Buffer>]>([
      ['empty', () => Buffer.alloc(0)],
      ['text', () => Buffer.from('not a picture')],
      ['a page that calls itself a picture', () => Buffer.from('<html><body>image/jpeg</body></html>')],
      ['an SVG', () => Buffer.from(SVG)],
      ['an SVG with a declaration', () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
      ['a compressed SVG', () => gzipSync(SVG)],
      ['a TIFF', () => makePhoto({ format: 'tiff' })],
      ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
      ['a signature and nothing more', async () => (await makePhoto({ format: 'png' })).subarray(0, 8)],
      ['a cut JPEG', async () => cut(await makePhoto())],
      ['a cut PNG', async () => cut(await makePhoto({ format: 'png' }))],
      ['a cut WebP', async () => cut(await makePhoto({ format: 'webp' }))],
      ['a cut AVIF', async () => cut(await makePhoto({ format: 'avif' }))],
      ['a cut GIF', async () => cut(await makePhoto({ format: 'gif' }))],
      ['a HEIC', async () => asHeic(await makePhoto({ format: 'avif' }))],
    ])('when it is %s', async (_name, make) => {
      expect(await refusalOf(store(await make()))).toMatchObject({
        refusal: { code: 'unsupported', message: 'Please upload an image file' },
        ...asIfNothingHappened,
      });
    });

    test.each([
      [30_000, 30_000],
      [64_001, 1000],
      [2_000_000_000, 2_000_000_000],
    ])('when a few bytes declare %i × %i pixels', async (width, height) => {
      expect(await refusalOf(store(makeBomb(width, height)))).toMatchObject({
        refusal: { code: 'unsupported' },
        ...asIfNothingHappened,
      });
    });

    test('when it does not come from an editor', async () => {
      const reader = { userId: editor.userId, role: null };
      const upload = storePicture(await makePhoto(), reader, { database: opened.database, storage, clock });
      expect(await refusalOf(upload)).toMatchObject({
        refusal: { code: 'forbidden' },
        ...asIfNothingHappened,
      });
    });
  });

  test('that finds no room in the store is an error, and is known to the table', async () => {
    const full = { ...storage, put: () => Promise.reject(new Error('the disk is full')) };
    await expect(store(await makePhoto(), full)).rejects.toThrow('the disk is full');
    expect(await rows()).toMatchObject([{ state: 'storing' }]);
    expect(await store(await makePhoto())).toMatchObject({ width: 640 });
    expect(await rows()).toMatchObject([{ state: 'stored' }]);
  });

  test('waits for its turn, two at a time, and is refused when too many wait', async () => {
    let [running, most] = [0, 0];
    // The first file waits until another picture writes one as well: how long anything takes plays no part.
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
    const settled = await Promise.allSettled(photos.map((bytes) => store(bytes, slow)));
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    expect(await rows()).toHaveLength(18);
    expect(most).toBe(2);
  });
});

const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

/** The box of an AVIF with the mark of the other codec: what a phone sends. */
function asHeic(avif: Buffer): Buffer {
  return Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic').replaceAll('av01', 'hvc1'), 'latin1');
}
