import sharp from 'sharp';
import type { Subject } from './build-subject.ts';
import { startNewsroom } from './newsroom-site.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

/** As telephones take them. */
const SIZES = [
  { width: 4000, height: 3000 },
  { width: 2000, height: 1500 },
] as const;

/** From sending a photo to its address, with all widths in both formats in the store. */
export async function photos(subject: Subject, rounds: number): Promise<string> {
  const site = await startNewsroom(subject, 20);
  try {
    await upload(await takePhoto(SIZES[1]));
    const rows: string[][] = [];
    for (const size of SIZES) {
      const times: number[] = [];
      const bytes: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const photo = await takePhoto(size);
        bytes.push(photo.byteLength / 1e6);
        times.push(await upload(photo));
      }
      const megapixels = (size.width * size.height) / 1e6;
      rows.push([`${megapixels} megapixels, ${spread(bytes, 1)} MB`, spread(times)]);
    }
    return `From sending a JPEG to the answer, over HTTP: decoded, turned, and written in all widths as AVIF and WebP.

${table(['photo', 'ms'], rows)}`;
  } finally {
    await site.stop();
  }

  async function upload(photo: Uint8Array): Promise<number> {
    const began = performance.now();
    await (await site.ask('POST', '/api/newsroom/images', photo, { 'content-type': 'image/jpeg' })).json();
    return performance.now() - began;
  }
}

/** Grain all over, which is as much work for an encoder as leaves in the wind; another one each time. */
export async function takePhoto({ width, height }: { width: number; height: number }): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .blur(1.5)
    .jpeg({ quality: 85 })
    .toBuffer();
}
