import sharp, { type Sharp } from 'sharp';
import { DomainError } from '#platform/domain-error.ts';
import type { Dimensions, EncodedPicture, PngSize } from './decoder-protocol.ts';
import { type PictureFormat, widthsFor } from './image.ts';
import { svgInSize } from './svg/svg-in-size.ts';
import { unsupportedMessage } from './unsupported-formats.ts';

/** A decoded picture: sRGB, EXIF orientation applied, 8 bits per channel, without metadata. */
export interface Raster extends Dimensions {
  readonly pixels: Buffer;
  readonly channels: 1 | 2 | 3 | 4;
}

/** 64 megapixels are 256 MB when decoded. Above the resolution of phone cameras, below what exhausts memory. */
const MAX_PIXELS = 64_000_000;
/** Half of the WebP maximum of 16,383 pixels. Taller pictures are scaled down. */
const MAX_HEIGHT = 8192;

/** The only libvips loaders that are enabled for uploaded bytes. All others (PDF, TIFF …) are blocked. */
const ALLOWED_LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
);

/** Enabled only while the process renders an SVG that it has written itself. */
const SVG_LOADER = ['VipsForeignLoadSvgBuffer'];

/*
 * AVIF of effort 1 has the size of effort 2 and takes half the time. Two threads, because a small machine has two cores
 * and must answer readers at the same time.
 */
const AVIF = { quality: 50, effort: 1 } as const;
const WEBP = { quality: 78, effort: 4 } as const;
const JPEG = { quality: 80 } as const;
const PNG = { compressionLevel: 9 } as const;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 } as const;
const THREADS = 2;

sharp.cache(false);
sharp.concurrency(THREADS);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALLOWED_LOADERS });

/**
 * Reads the header of a JPEG, PNG, WebP, AVIF or GIF. Throws `unsupported` for anything else, whatever its declared
 * type.
 */
export async function measurePicture(bytes: Uint8Array): Promise<Dimensions> {
  // Only the header is read. With the limit of sharp, a picture that is too large would look like no picture.
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => throwUnsupported(unsupportedMessage(bytes), error));
  // HEIC uses the same container as AVIF, and few browsers support it.
  if (found.format === 'heif' && found.compression !== 'av1')
    throw new DomainError('unsupported', unsupportedMessage(bytes));
  const { width, height } = found.autoOrient;
  if (width * height > MAX_PIXELS) {
    throw new DomainError('unsupported', 'The image has too many pixels. The limit is 64 megapixels');
  }
  return fit({ width, height });
}

/** Decodes and scales the picture, or the first frame of an animation, to `dimensions`. */
export async function decodePicture(bytes: Uint8Array, dimensions: Dimensions): Promise<Raster> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ ...dimensions, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => throwUnsupported(unsupportedMessage(bytes), error));
  const { width, height, channels } = info;
  return { pixels: data, width, height, channels };
}

export function encodeVariant(raster: Raster, width: number, format: PictureFormat): Promise<Buffer> {
  const height = Math.max(1, Math.round((raster.height * width) / raster.width));
  const sized = openRaster(raster).resize({ width, height, fit: 'fill' });
  return (format === 'avif' ? sized.avif(AVIF) : sized.webp(WEBP)).toBuffer();
}

export function encodePng(raster: Raster, { width, height, background }: PngSize): Promise<Buffer> {
  const sized = openRaster(raster)
    .ensureAlpha()
    .resize({ width, height, fit: 'contain', background: background ?? TRANSPARENT });
  return (background === undefined ? sized : sized.flatten({ background })).png(PNG).toBuffer();
}

/**
 * Renders an SVG of `sanitiseSvg` in each size. The process works on one task at a time, so that no uploaded bytes can
 * reach the loader meanwhile. Throws `unsupported` for a picture that shows nothing.
 */
export async function encodeSvgPngs(markup: string, sizes: readonly PngSize[]): Promise<Uint8Array[]> {
  sharp.unblock({ operation: SVG_LOADER });
  try {
    const files: Uint8Array[] = [];
    for (const size of sizes) files.push(await encodeSvgPng(markup, size));
    return files;
  } finally {
    sharp.block({ operation: SVG_LOADER });
  }
}

async function encodeSvgPng(markup: string, { width, height, background }: PngSize): Promise<Uint8Array> {
  const { data, info } = await sharp(Buffer.from(svgInSize(markup, { width, height })), {
    limitInputPixels: MAX_PIXELS,
  })
    .resize({ width, height, fit: 'fill' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => throwUnsupported('The SVG cannot be rendered.', error));
  const raster = openRaster({
    pixels: data,
    width: info.width,
    height: info.height,
    channels: info.channels,
  });
  const { channels } = await raster.stats();
  if (channels.at(-1)?.max === 0) throw new DomainError('unsupported', 'The SVG shows nothing.');
  return (background === undefined ? raster : raster.flatten({ background })).png(PNG).toBuffer();
}

/**
 * Scales and cuts a picture to a size as WebP. What stands out most stays: faces, saturated colors and sharp edges.
 */
export function encodeCrop(bytes: Uint8Array, size: Dimensions): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .resize({ ...size, fit: 'cover', position: sharp.strategy.attention, withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer()
    .catch((error: unknown) => throwUnsupported(unsupportedMessage(bytes), error));
}

/** Renders an SVG that this process has written itself, in its own size. */
export async function encodeRendering(svg: string): Promise<Uint8Array> {
  sharp.unblock({ operation: SVG_LOADER });
  try {
    return await sharp(Buffer.from(svg)).removeAlpha().png(PNG).toBuffer();
  } finally {
    sharp.block({ operation: SVG_LOADER });
  }
}

/** Encodes a file as JPEG, on white where it is transparent. */
export function encodeJpeg(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#ffffff' })
    .jpeg(JPEG)
    .toBuffer()
    .catch((error: unknown) => throwUnsupported(unsupportedMessage(bytes), error));
}

/** The dominant colour and thumbnail shown until the picture is loaded. Empty for a picture with transparency. */
export async function createPlaceholder(raster: Raster): Promise<Omit<EncodedPicture, 'files'>> {
  const whole = openRaster(raster);
  const small = await whole
    .resize({ width: 256, height: 256, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const smallRaster = { pixels: small.data, width, height, channels };
  const { dominant, isOpaque } = await openRaster(smallRaster).stats();
  if (!isOpaque) return { color: '', placeholder: '' };
  const tiny = await openRaster(smallRaster)
    .resize({ width: 16, height: 16, fit: 'inside' })
    .blur(0.6)
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
  return { color: hex(dominant), placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** The largest size in which the picture is stored. */
function fit({ width, height }: Dimensions): Dimensions {
  const narrowed = height > MAX_HEIGHT ? Math.max(1, Math.round((width * MAX_HEIGHT) / height)) : width;
  const largest = widthsFor(narrowed).at(-1) ?? narrowed;
  return {
    width: largest,
    height: Math.max(1, Math.min(MAX_HEIGHT, Math.round((height * largest) / width))),
  };
}

function openRaster({ pixels, width, height, channels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

function hex({ r, g, b }: { readonly r: number; readonly g: number; readonly b: number }): string {
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Any error of the decoder means that the bytes are not a supported picture. */
function throwUnsupported(message: string, cause: unknown): never {
  throw Object.assign(new DomainError('unsupported', message), { cause });
}
