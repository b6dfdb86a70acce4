import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decoderProcessIds } from '../../../test/decoder-processes.ts';
import { makePhoto } from '../../../test/pictures.ts';
import { encodeVariants, measurePicture } from './decoder.server.ts';

const isLinux = process.platform === 'linux';
const dimensions = { width: 640, height: 400 };

test('concurrent requests get their own responses', async () => {
  const widths = [100, 200, 300, 400];
  const photos = await Promise.all(widths.map((width) => makePhoto({ width, height: 50 })));
  const found = await Promise.all(photos.map((bytes) => measurePicture(bytes)));
  expect(found.map(({ width }) => width)).toEqual(widths);
});

test.runIf(isLinux)('a single process decodes, without the environment of the server', async () => {
  await measurePicture(await makePhoto());
  const [pid, ...others] = decoderProcessIds();
  expect(others).toEqual([]);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
});

test.runIf(isLinux)('a decoder crash affects one picture, and the next gets a new process', async () => {
  const photo = await makePhoto({ width: 3000, height: 2000 });
  await measurePicture(photo);
  const [pid = 0] = decoderProcessIds();
  const drawing = encodeVariants(photo, { width: 1920, height: 1280 });
  // Encoding a picture of this size takes longer than this delay.
  setTimeout(() => process.kill(pid, 'SIGSEGV'), 50);
  await expect(drawing).rejects.toThrow('The decoder process exited with SIGSEGV.');
  const { files } = await encodeVariants(await makePhoto(), dimensions);
  expect(files.map(({ width, format }) => `${width} ${format}`)).toEqual([
    '480 avif',
    '480 webp',
    '640 avif',
    '640 webp',
  ]);
  expect(decoderProcessIds()).not.toContain(pid);
});
