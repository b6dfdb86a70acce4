import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decoders } from '../../../test/decoders.ts';
import { makePhoto } from '../../../test/pictures.ts';
import { drawPicture, measurePicture } from './decoder.server.ts';

const isLinux = process.platform === 'linux';
const dimensions = { width: 640, height: 400 };

test('answers belong to what was asked, also when many ask at once', async () => {
  const widths = [100, 200, 300, 400];
  const photos = await Promise.all(widths.map((width) => makePhoto({ width, height: 50 })));
  const found = await Promise.all(photos.map((bytes) => measurePicture(bytes)));
  expect(found.map(({ width }) => width)).toEqual(widths);
});

test.runIf(isLinux)('one process decodes, and knows nothing of our environment', async () => {
  await measurePicture(await makePhoto());
  const [pid, ...others] = decoders();
  expect(others).toEqual([]);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
});

test.runIf(isLinux)('a decoder that dies takes one picture with it, and the next gets another', async () => {
  const photo = await makePhoto({ width: 3000, height: 2000 });
  await measurePicture(photo);
  const [pid = 0] = decoders();
  const drawing = drawPicture(photo, { width: 1920, height: 1280 });
  // Pictures of this size take longer than the message to the process does.
  setTimeout(() => process.kill(pid, 'SIGSEGV'), 50);
  await expect(drawing).rejects.toThrow('The process that decodes pictures ended with SIGSEGV.');
  const { files } = await drawPicture(await makePhoto(), dimensions);
  expect(files.map(({ width, format }) => `${width} ${format}`)).toEqual([
    '480 avif',
    '480 webp',
    '640 avif',
    '640 webp',
  ]);
  expect(decoders()).not.toContain(pid);
});

test.runIf(isLinux)('what ends a group of processes lets a picture be finished', async () => {
  const photo = await makePhoto();
  await measurePicture(photo);
  const [pid = 0] = decoders();
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect((await drawPicture(photo, dimensions)).color).toMatch(/^#[0-9a-f]{6}$/);
  expect(decoders()).toEqual([pid]);
});
