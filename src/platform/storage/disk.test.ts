import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diskStorage } from './disk.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-storage-'));
const storage = diskStorage(join(folder, 'media'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = new TextEncoder().encode('not really a picture');

test('what is put can be asked for, read and deleted', async () => {
  const key = 'article-images/ab/abc123-480.webp';
  expect(await storage.head(key)).toBeNull();
  expect(await storage.get(key)).toBeNull();
  await storage.put(key, bytes);
  expect(await storage.head(key)).toEqual({ size: bytes.length, contentType: 'image/webp' });
  const stored = await storage.get(key);
  expect(await new Response(stored?.body).text()).toBe('not really a picture');
  expect(readdirSync(join(folder, 'media/article-images/ab'))).toEqual(['abc123-480.webp']);
  await storage.delete(key);
  await storage.delete(key);
  expect(await storage.head(key)).toBeNull();
});

test('putting twice at once leaves one whole file', async () => {
  await Promise.all(Array.from({ length: 8 }, () => storage.put('twice.png', bytes)));
  expect(await storage.head('twice.png')).toEqual({ size: bytes.length, contentType: 'image/png' });
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

test('a folder is not a file', async () => {
  await storage.put('folder/file.gif', bytes);
  expect(await storage.head('folder')).toBeNull();
  expect(await storage.head('folder/file.gif/more')).toBeNull();
});
