import sharp, { type Sharp } from 'sharp';
import { Refusal } from '#platform/refusal.ts';
import type { Dimensions, DrawnPicture } from './decoder-protocol.ts';
import { type PictureFormat, widthsFor } from './image.ts';
import { NOT_A_PICTURE } from './policy.ts';

/** A decoded picture: sRGB, upright, eight bits a channel, and not a byte of what else was in the file. */
export interface Raster extends Dimensions {
  readonly pixels: Buffer;
  readonly channels: 1 | 2 | 3 | 4;
}

/** 64 megapixels are 256 MB decoded: more than any camera in a pocket makes, less than hurts. */
const MOST_PIXELS = 64_000_000;
/** WebP ends at 16,383; a picture half as tall is a roll of paper already. */
const TALLEST = 8192;

/** Only these are ever given bytes from outside. All other readers (SVG, PDF, TIFF …) are locked away. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

/*
 * Effort 1 makes AVIF of the size effort 2 makes in half the time; two threads, because a small machine has two cores
 * and has to answer readers meanwhile.
 */
const AVIF = { quality: 50, effort: 1 } as const;
const WEBP = { quality: 78, effort: 4 } as const;
const JPEG = { quality: 80 } as const;
const THREADS = 2;

sharp.cache(false);
sharp.concurrency(THREADS);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });

/** Reads the header of a JPEG, PNG, WebP, AVIF or GIF. Refuses everything else, whatever it calls itself. */
export async function measurePicture(bytes: Uint8Array): Promise<Dimensions> {
  const found = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata().catch(refuse);
  // A HEIC of a phone comes in the same box as AVIF, and few browsers show it.
  if (found.format === 'heif' && found.compression !== 'av1') throw new Refusal('unsupported', NOT_A_PICTURE);
  const { width, height } = found.autoOrient;
  if (width * height > MOST_PIXELS) {
    throw new Refusal('unsupported', 'The image has too many pixels: 64 million are the most');
  }
  return fit({ width, height });
}

/** Decodes the picture, the first one of an animation, to `dimensions`. */
export async function decodePicture(bytes: Uint8Array, dimensions: Dimensions): Promise<Raster> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...dimensions, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height, channels } = info;
  return { pixels: data, width, height, channels };
}

export function encodePicture(raster: Raster, width: number, format: PictureFormat): Promise<Buffer> {
  const height = Math.max(1, Math.round((raster.height * width) / raster.width));
  const sized = reopen(raster).resize({ width, height, fit: 'fill' });
  return (format === 'avif' ? sized.avif(AVIF) : sized.webp(WEBP)).toBuffer();
}

/** One file as JPEG, on white where it is transparent. */
export function encodeJpeg(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: '#ffffff' })
    .jpeg(JPEG)
    .toBuffer()
    .catch(refuse);
}

/** What stands in the place of the picture until it is there. Nothing for one that something may shine through. */
export async function impressionOf(raster: Raster): Promise<Omit<DrawnPicture, 'files'>> {
  const whole = reopen(raster);
  const small = await whole
    .resize({ width: 256, height: 256, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const again = { pixels: small.data, width, height, channels };
  const { dominant, isOpaque } = await reopen(again).stats();
  if (!isOpaque) return { color: '', placeholder: '' };
  const tiny = await reopen(again)
    .resize({ width: 16, height: 16, fit: 'inside' })
    .blur(0.6)
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
  return { color: hex(dominant), placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** The largest size the picture is kept in. */
function fit({ width, height }: Dimensions): Dimensions {
  const narrowed = height > TALLEST ? Math.max(1, Math.round((width * TALLEST) / height)) : width;
  const kept = widthsFor(narrowed).at(-1) ?? narrowed;
  return { width: kept, height: Math.max(1, Math.min(TALLEST, Math.round((height * kept) / width))) };
}

function reopen({ pixels, width, height, channels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

function hex({ r, g, b }: { readonly r: number; readonly g: number; readonly b: number }): string {
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Whatever the decoder did not like about the bytes, they are no picture to us. */
function refuse(cause: unknown): never {
  throw Object.assign(new Refusal('unsupported', NOT_A_PICTURE), { cause });
}
