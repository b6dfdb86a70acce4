import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeAnimation, makePhoto, withChunk } from '../../../../test/pictures.ts';
import { isAnimated } from './is-animated.ts';

const file = (bytes: Uint8Array<ArrayBuffer>, type: string) => new Blob([bytes], { type });
const copy = (buffer: Buffer) => new Uint8Array(buffer);

test.each<[string, boolean, string, () => Promise<Buffer>]>([
  ['GIF of two frames', true, 'image/gif', () => makeAnimation(2)],
  ['GIF of many frames', true, 'image/gif', () => makeAnimation(300)],
  ['GIF of one frame', false, 'image/gif', () => makePhoto({ format: 'gif' })],
  [
    'animated WebP',
    true,
    'image/webp',
    async () =>
      sharp(await makeAnimation(2), { animated: true })
        .webp()
        .toBuffer(),
  ],
  ['WebP', false, 'image/webp', () => makePhoto({ format: 'webp' })],
  ['animated PNG', true, 'image/png', async () => withActl(await makePhoto({ format: 'png' }))],
  [
    'PNG that names the chunk in its text',
    false,
    'image/png',
    async () =>
      withChunk(
        await makePhoto({ format: 'png', width: 20, height: 20 }),
        'tEXt',
        Buffer.from('Comment\0acTL'),
      ),
  ],
  ['AVIF', false, 'image/avif', () => makePhoto({ format: 'avif' })],
  ['JPEG', false, 'image/jpeg', () => makePhoto()],
  ['truncated GIF', false, 'image/gif', async () => (await makeAnimation(2)).subarray(0, 20)],
])('%s: %s', async (_name, expected, type, make) => {
  expect(await isAnimated(file(copy(await make()), type))).toBe(expected);
});

/** With the chunk of an animation after the header, which has 33 bytes with the signature. */
function withActl(png: Buffer): Buffer {
  const chunk = withChunk(png, 'acTL', Buffer.alloc(8)).subarray(png.length - 12, -12);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
