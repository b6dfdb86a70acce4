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
import { encodePngs } from './decoder.server.ts';
import type { Dimensions, PngSize } from './decoder-protocol.ts';
import type { Picture } from './image.ts';
import { SVG_MESSAGE } from './policy.ts';
import { images } from './tables.server.ts';
import { type PictureDeps, type PictureEncoding, storeEncoded } from './uploading.server.ts';

export interface LogoDeps extends PictureDeps {
  readonly rateLimit: RateLimit;
}

/** The files are never deleted, because sent emails show them. */
const UPLOAD_LIMIT = { limit: 60, windowSeconds: 3600 };

const LARGEST_ICON = Math.max(...ICON_SIZES);
/** The home screen of iOS shows transparent parts in black. */
const HOME_SCREEN_ICON = 180;

const ENCODINGS: Readonly<Record<LogoKind, PictureEncoding>> = {
  logo: pngEncoding('logo', (measured) => [{ width: logoWidth(measured), height: LOGO_HEIGHT }]),
  icon: pngEncoding('icon', ({ width, height }) => {
    if (Math.max(width, height) < LARGEST_ICON)
      throw unusable(`The icon must be at least ${LARGEST_ICON} pixels wide or high.`);
    return ICON_SIZES.map((size) => ({
      width: size,
      height: size,
      ...(size === HOME_SCREEN_ICON ? { background: '#ffffff' } : {}),
    }));
  }),
};

function logoWidth({ width, height }: Dimensions): number {
  if (height < LOGO_HEIGHT) throw unusable(`The logo must be at least ${LOGO_HEIGHT} pixels high.`);
  const scaled = Math.round((width * LOGO_HEIGHT) / height);
  if (scaled > LOGO_MAX_WIDTH) throw unusable('The logo must be at most ten times as wide as high.');
  if (scaled < LOGO_HEIGHT / 4) throw unusable('The logo must be at most four times as high as wide.');
  return scaled;
}

/** @param sizesOf the files, the largest last */
function pngEncoding(kind: LogoKind, sizesOf: (measured: Dimensions) => readonly PngSize[]): PictureEncoding {
  return {
    version: `${kind} 1`,
    sizeOf(measured) {
      const sizes = sizesOf(measured);
      const { width, height } = sizes.at(-1) ?? measured;
      return { width, height, widths: sizes.map((size) => size.width) };
    },
    urlOf: (name, widths) => logoUrl(kind, name, widths.at(-1) ?? 0),
    async encode(bytes, measured, signal) {
      const sizes = sizesOf(measured);
      const png = await encodePngs(bytes, measured, sizes, signal);
      const files = png.map((file, index) => ({
        width: sizes[index]?.width ?? 0,
        format: 'png' as const,
        bytes: file,
      }));
      return { files, color: '', placeholder: '' };
    },
  };
}

/**
 * Stores a logo or icon as PNG whose URL is the value for the setting. The same file results in the same URL. Throws like `storePicture`, and `too_many`.
 */
export async function storeLogo(
  kind: LogoKind,
  bytes: Uint8Array,
  actor: Actor,
  deps: LogoDeps,
): Promise<Picture> {
  requirePermission(actor, 'settings.edit');
  if (isSvg(bytes)) throw unusable(SVG_MESSAGE);
  await countUpload(deps.rateLimit);
  return storeEncoded({ encoding: ENCODINGS[kind], bytes, actor, deps });
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

const SVG_START_BYTES = 1024;

function isSvg(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SVG_START_BYTES)).toLowerCase().includes('<svg');
}

const unusable = (message: string) => new DomainError('unsupported', message);
