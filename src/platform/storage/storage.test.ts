import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSwift, startSwift, type Swift } from '../../../test/swift.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { diskStorage } from './disk.server.ts';
import { s3Storage } from './s3.server.ts';
import type { Storage } from './storage.ts';

const folder = useTemporaryFolder();

const found = findSwift();
const missing = 'missing' in found ? found.missing : '';
if (missing !== '') process.stdout.write(`\n\n*** NOT TESTED against a real S3 store: ${missing} ***\n\n`);

const bytes = new TextEncoder().encode('not really a picture');

interface Subject {
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

/** The contract of `Storage`, for every implementation. */
function testStorage(open: () => Promise<Subject>): void {
  let subject: Subject;
  let storage: Storage;
  beforeAll(async () => {
    subject = await open();
    ({ storage } = subject);
  });
  afterAll(() => subject.close());

  test('a file can be put, read and deleted', async () => {
    const key = 'article-images/ab/abc123-480.webp';
    expect(await storage.head(key)).toBeNull();
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, bytes);
    expect(await storage.head(key)).toEqual({ size: bytes.length, contentType: 'image/webp' });
    const stored = await storage.get(key);
    expect(stored).toMatchObject({ size: bytes.length, contentType: 'image/webp' });
    expect(await new Response(stored?.body).text()).toBe('not really a picture');
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.head(key)).toBeNull();
    expect(await storage.get(key)).toBeNull();
  });

  test('a range returns only that part', async () => {
    await storage.put('part.png', bytes);
    const stored = await storage.get('part.png', { first: 4, last: 9 });
    expect(await new Response(stored?.body).text()).toBe('really');
    expect(stored?.size).toBe(bytes.length);
    expect(await storage.get('no-part.png', { first: 4, last: 9 })).toBeNull();
  });

  test('large and empty files are returned unchanged', async () => {
    const large = Uint8Array.from({ length: 4_000_000 }, (_, index) => (index * 31 + (index >> 8)) & 255);
    for (const [key, content] of [
      ['large.avif', large],
      ['empty.gif', new Uint8Array()],
    ] as const) {
      await storage.put(key, content);
      expect(await storage.head(key)).toMatchObject({ size: content.length });
      const stored = await storage.get(key);
      expect(Buffer.from(await new Response(stored?.body).arrayBuffer()).equals(content)).toBe(true);
    }
  });

  test.each([
    '../outside',
    'a/../../outside',
    '/etc/passwd',
    'A.png',
    '.hidden',
    'a//b',
    'a/',
    '',
    'a\\b',
    'a\0b',
    'a?b',
    'a%2e',
    'a..b',
    'a'.repeat(65),
    `${'a/'.repeat(100)}a`,
  ])('the key %j is refused', async (key) => {
    writeFileSync(join(folder, 'outside'), 'secret');
    expect(await storage.head(key)).toBeNull();
    expect(await storage.get(key)).toBeNull();
    await expect(storage.put(key, bytes)).rejects.toThrow('not a key');
    await expect(storage.delete(key)).rejects.toThrow('not a key');
  });
}

describe('a local folder', () => {
  const root = join(folder, 'media');
  beforeAll(() => mkdirSync(root));
  testStorage(() => Promise.resolve({ storage: diskStorage(root), close: () => Promise.resolve() }));

  test('contains no temporary files after a put', async () => {
    await diskStorage(root).put('beside/one.webp', bytes);
    expect(readdirSync(join(root, 'beside'))).toEqual(['one.webp']);
    expect(existsSync(join(folder, 'outside'))).toBe(true);
  });

  test('that is missing causes errors and is not created', async () => {
    const storage = diskStorage(join(folder, 'missing/media'));
    const unavailable = { name: 'StorageError', message: expect.stringContaining('it is missing') };
    await expect(storage.put('a/b.webp', bytes)).rejects.toMatchObject(unavailable);
    await expect(storage.head('a/b.webp')).rejects.toMatchObject(unavailable);
    await expect(storage.get('a/b.webp')).rejects.toMatchObject(unavailable);
    await expect(storage.delete('a/b.webp')).rejects.toMatchObject(unavailable);
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });
});

describe.skipIf(missing !== '')('an S3-compatible store', () => {
  let swift: Swift;
  beforeAll(async () => {
    if ('root' in found) swift = await startSwift(found.root);
  });
  afterAll(() => swift.stop());

  describe('with the right key', () => {
    testStorage(() =>
      Promise.resolve({ storage: s3Storage(swift.settings), close: () => Promise.resolve() }),
    );
  });

  test.each([
    ['secret', { secretAccessKey: 'guessed' }],
    ['key', { accessKeyId: 'test:stranger' }],
  ])('rejects a wrong %s', async (_name, wrong) => {
    const refusal = 'refuses: 403';
    await s3Storage(swift.settings).put('locked.png', bytes);
    const intruder = s3Storage({ ...swift.settings, ...wrong });
    await expect(intruder.put('locked.png', new Uint8Array(3))).rejects.toThrow(refusal);
    await expect(intruder.get('locked.png')).rejects.toThrow(refusal);
    await expect(intruder.head('locked.png')).rejects.toThrow(refusal);
    await expect(intruder.delete('locked.png')).rejects.toThrow(refusal);
    expect(await s3Storage(swift.settings).head('locked.png')).toMatchObject({ size: bytes.length });
  });
});
