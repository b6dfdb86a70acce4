import sharp from 'sharp';
import type { SiteModules } from './build-site-modules.ts';
import { startNewsroom } from './newsroom-site.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

/** Typical sizes of phone photos. */
const SIZES = [
  { width: 4000, height: 3000 },
  { width: 2000, height: 1500 },
] as const;

/** Measures uploads: from sending a photo to the response, with all widths stored in both formats. */
export async function measurePhotoUploads(modules: SiteModules, rounds: number): Promise<string> {
  const site = await startNewsroom(modules, 20);
  try {
    await upload(await createPhoto(SIZES[1]));
    const rows: string[][] = [];
    for (const size of SIZES) {
      const times: number[] = [];
      const bytes: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const photo = await createPhoto(size);
        bytes.push(photo.byteLength / 1e6);
        times.push(await upload(photo));
      }
      const megapixels = (size.width * size.height) / 1e6;
      rows.push([`${megapixels} megapixels, ${spread(bytes, 1)} MB`, spread(times)]);
    }
    return `From sending a JPEG to the response, over HTTP: decoded, rotated, and stored in all widths as AVIF and WebP.

${table(['photo', 'ms'], rows)}`;
  } finally {
    await site.stop();
  }

  async function upload(photo: Uint8Array): Promise<number> {
    const start = performance.now();
    await (
      await site.request('POST', '/api/newsroom/images', photo, { 'content-type': 'image/jpeg' })
    ).json();
    return performance.now() - start;
  }
}

/** Random noise, which is expensive to encode. Every call returns a different image. */
export async function createPhoto({ width, height }: { width: number; height: number }): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .blur(1.5)
    .jpeg({ quality: 85 })
    .toBuffer();
}
