import { and, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import {
  ICON_SIZES,
  LOGO_HEIGHT,
  LOGO_KINDS,
  LOGO_MAX_WIDTH,
  type LogoKind,
  logoUrl,
} from '#domain/site/appearance/logo.ts';
import type { SettingsPatch } from '#domain/site/settings.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { encodePngs, renderSvg } from './decoder.server.ts';
import type { Dimensions, EncodedVariant, PngSize } from './decoder-protocol.ts';
import type { Picture } from './image.ts';
import { svgInSize } from './svg/svg-in-size.ts';
import { images } from './tables.server.ts';
import { type PictureDeps, type PictureEncoding, type StoredSize, storeEncoded } from './uploading.server.ts';

export interface LogoDeps extends PictureDeps {
  readonly rateLimit: RateLimit;
}

/** The files are never deleted, because sent emails show them. */
const UPLOAD_LIMIT = { limit: 60, windowSeconds: 3600 };

const LARGEST_ICON = Math.max(...ICON_SIZES);
/** The home screen of iOS shows transparent parts in black. */
const HOME_SCREEN_ICON = 180;

/** The PNG files of a logo or an icon, the largest last. Throws `unsupported` for a picture of an unusable size. */
const SIZES: Readonly<Record<LogoKind, (measured: Dimensions) => readonly PngSize[]>> = {
  logo: (measured) => [{ width: logoWidth(measured), height: LOGO_HEIGHT }],
  icon: ({ width, height }) => {
    if (Math.max(width, height) < LARGEST_ICON)
      throw unusable(`The icon must be at least ${LARGEST_ICON} pixels wide or high.`);
    return ICON_SIZES.map((size) => ({
      width: size,
      height: size,
      ...(size === HOME_SCREEN_ICON ? { background: '#ffffff' } : {}),
    }));
  },
};

function logoWidth({ width, height }: Dimensions): number {
  if (height < LOGO_HEIGHT) throw unusable(`The logo must be at least ${LOGO_HEIGHT} pixels high.`);
  const scaled = Math.round((width * LOGO_HEIGHT) / height);
  if (scaled > LOGO_MAX_WIDTH) throw unusable('The logo must be at most ten times as wide as high.');
  if (scaled < LOGO_HEIGHT / 4) throw unusable('The logo must be at most four times as high as wide.');
  return scaled;
}

function pngEncoding(kind: LogoKind): PictureEncoding {
  const sizesOf = SIZES[kind];
  return {
    version: `${kind} 1`,
    sizeOf: (measured) => storedSize(sizesOf(measured)),
    urlOf: (name, widths) => logoUrl(kind, name, widths.at(-1) ?? 0, 'png'),
    async encode(bytes, measured, signal) {
      const sizes = sizesOf(measured);
      return { files: pngFiles(sizes, await encodePngs(bytes, measured, sizes, signal)), ...NO_PLACEHOLDER };
    },
  };
}

/** The SVG itself, for pages, and PNG files of it for everything that does not show SVG. */
function svgEncoding(kind: LogoKind): PictureEncoding {
  const sizesOf = SIZES[kind];
  // A logo has the same surface in both color schemes; an icon has that of the browser.
  const hasColorSchemes = kind === 'icon';
  return {
    version: `${kind} svg 1`,
    async measure(bytes, signal) {
      const { dimensions } = await renderSvg(bytes, { hasColorSchemes, sizes: [] }, signal);
      return enlarged(dimensions);
    },
    sizeOf: (measured) => storedSize(sizesOf(measured)),
    urlOf: (name, widths) => logoUrl(kind, name, widths.at(-1) ?? 0, 'svg'),
    async encode(bytes, measured, signal) {
      const sizes = sizesOf(measured);
      const { markup, png } = await renderSvg(bytes, { hasColorSchemes, sizes }, signal);
      const { width, height } = storedSize(sizes);
      const svg = new TextEncoder().encode(svgInSize(markup, { width, height }));
      return {
        files: [...pngFiles(sizes, png), { width, format: 'svg', bytes: svg }],
        ...NO_PLACEHOLDER,
      };
    },
  };
}

const NO_PLACEHOLDER = { color: '', placeholder: '' } as const;

/** An SVG has proportions only; every size is large enough. */
const enlarged = ({ width, height }: Dimensions): Dimensions => {
  const factor = LARGEST_ICON / Math.min(width, height);
  return { width: width * factor, height: height * factor };
};

function storedSize(sizes: readonly PngSize[]): StoredSize {
  const { width = 0, height = 0 } = sizes.at(-1) ?? {};
  return { width, height, widths: sizes.map((size) => size.width) };
}

const pngFiles = (sizes: readonly PngSize[], png: readonly Uint8Array[]): EncodedVariant[] =>
  png.map((bytes, index) => ({ width: sizes[index]?.width ?? 0, format: 'png', bytes }));

/**
 * Stores a logo or icon, as PNG and an SVG also as SVG. Its URL is the value for the setting. The same file results in the
 * same URL. Throws like `storePicture`, and `too_many`.
 */
export async function storeLogo(
  kind: LogoKind,
  bytes: Uint8Array,
  actor: Actor,
  deps: LogoDeps,
): Promise<Picture> {
  requirePermission(actor, 'settings.edit');
  await countUpload(deps.rateLimit);
  const encoding = isMarkup(bytes) ? svgEncoding(kind) : pngEncoding(kind);
  return storeEncoded({ encoding, bytes, actor, deps });
}

async function countUpload(rateLimit: RateLimit): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume('logo-upload', UPLOAD_LIMIT);
  if (!allowed) throw new DomainError('too_many', 'Please try again later.', { retryAfterSeconds });
}

/** Throws `unprocessable` with the field of a logo or icon that this site has not stored. */
export async function requireStoredLogos({ db }: Pick<Database, 'db'>, patch: SettingsPatch): Promise<void> {
  const fields: Record<string, string> = {};
  for (const kind of LOGO_KINDS) {
    const name = `appearance_${kind}` as const;
    const url = patch[name] ?? '';
    const isStored = and(eq(images.url, url), eq(images.state, 'stored'));
    if (url !== '' && (await db.$count(images, isStored)) === 0) fields[name] = `Please upload the ${kind}.`;
  }
  if (Object.keys(fields).length > 0)
    throw new DomainError('unprocessable', 'A picture is not stored on this site.', { fields });
}

const MARKUP_START = /^\uFEFF?\s*</;
/** Bytes. Blank space before the first tag may be longer only in a file that was made to be. */
const START_BYTES = 256;

/** Whether a file is XML; no format of pixels starts like this. */
const isMarkup = (bytes: Uint8Array) =>
  MARKUP_START.test(new TextDecoder().decode(bytes.subarray(0, START_BYTES)));

const unusable = (message: string) => new DomainError('unsupported', message);
