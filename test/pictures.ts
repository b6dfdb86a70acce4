import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

export interface PhotoOptions {
  readonly width?: number;
  readonly height?: number;
  readonly format?: Format;
  /** Makes two photos different; the same seed gives the same bytes. */
  readonly seed?: number;
}

/** A gradient with a lighter top left corner, which shows the orientation. */
export function makePhoto({
  width = 640,
  height = 400,
  format = 'jpeg',
  seed = 0,
}: PhotoOptions = {}): Promise<Buffer> {
  return photo({ width, height, seed }).toFormat(format).toBuffer();
}

/** A photo as a phone writes it: rotated, with an EXIF orientation and the GPS position. */
export function makePhonePhoto(): Promise<Buffer> {
  return photo({ width: 640, height: 400, seed: 1 })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Telltale Camera', Artist: 'Ada Lovelace' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '1/1 17/1 31/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '36/1 49/1 0/1',
        },
      },
    })
    .jpeg()
    .toBuffer();
}

function photo({ width, height, seed }: { width: number; height: number; seed: number }): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const highlight = x < width / 4 && y < height / 4 ? 120 : 0;
      const at = (y * width + x) * 3;
      pixels[at] = 60 + highlight + ((seed * 37) % 60);
      pixels[at + 1] = Math.round((x / width) * 90) + highlight;
      pixels[at + 2] = Math.round((y / height) * 90) + highlight;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A GIF with this many different frames. */
export function makeAnimation(frames: number): Promise<Buffer> {
  const side = 8;
  return sharp(randomBytes(side * side * 3 * frames), {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  })
    .gif({ effort: 1, colours: 4 })
    .toBuffer();
}

/** A few bytes that declare a picture of this size (a decompression bomb). */
export function makeBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return png([chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(10_000))), chunk('IEND')]);
}

/** Adds a chunk to a PNG, before its end. */
export function withChunk(given: Buffer, type: string, data: Buffer): Buffer {
  const end = given.length - 12;
  return Buffer.concat([given.subarray(0, end), chunk(type, data), given.subarray(end)]);
}

/** A valid PNG of exactly this many bytes. */
export async function makePngOf(bytes: number): Promise<Buffer> {
  const small = await makePhoto({ format: 'png' });
  return withChunk(small, 'prVt', randomBytes(bytes - small.length - 12));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function png(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, sum]);
}
