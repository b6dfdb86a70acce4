import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { diskStorage } from '#platform/storage/disk.server.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { storedPictures } from './stored-pictures.server.ts';

const folder = useTemporaryFolder();

test('the files of every stored picture are read by its row, and missing ones are reported', async () => {
  const media = join(folder, 'media');
  const table = join(folder, 'tables/images');
  for (const created of [media, table]) mkdirSync(created, { recursive: true });
  const storage = diskStorage(media);
  for (const name of ['rain-480.webp', 'rain-480.avif', 'rain-960.webp', 'other.webp'])
    await storage.put(`article-images/${name}`, Buffer.from(name));
  const row = (name: string, widths: readonly number[], state: string) =>
    `${JSON.stringify({ url: `/media/article-images/${name}.webp`, widths, state })}\n`;
  writeFileSync(join(table, '0001.jsonl'), row('rain-960', [480, 960], 'stored'));
  writeFileSync(
    join(table, '0002.jsonl'),
    row('half-480', [480], 'storing') + row('lost-480', [480], 'stored'),
  );

  const missing: string[] = [];
  const read: [path: string, text: string, size: number][] = [];
  for await (const { path, size, content } of storedPictures(table, storage, (key) => missing.push(key)))
    read.push([path, (await buffer(Readable.from(content))).toString(), size]);
  expect(read).toEqual([
    ['media/article-images/rain-480.avif', 'rain-480.avif', 13],
    ['media/article-images/rain-480.webp', 'rain-480.webp', 13],
    ['media/article-images/rain-960.webp', 'rain-960.webp', 13],
  ]);
  expect(missing).toEqual([
    'article-images/rain-960.avif',
    'article-images/lost-480.avif',
    'article-images/lost-480.webp',
  ]);
});
