import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Db } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { DecoderFailure, encodeJpeg } from './decoder.server.ts';
import { variantUrl } from './image.ts';
import { images } from './tables.server.ts';

interface JpegCopiesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
}

const JPEG_KEY = /^(article-images\/[a-z0-9][a-z0-9-]*)-([1-9]\d{0,4})\.jpg$/;

/** A copy is made once in the life of a picture, so one at a time is enough, and an upload has the decoder in between. */
const conversions = createWorkQueue({ running: 1, waiting: 32 });

/**
 * The storage as `/media/` reads it: a picture's file under the ending `.jpg` is made from its WebP when it is first
 * asked for, and stored. For social networks and email programs, many of which read neither AVIF nor WebP. Null for an
 * address that is no width of a stored picture.
 *
 * `get` and `head` throw `unavailable` when the decoder fails, otherwise what the storage throws.
 */
export function withJpegCopies(deps: JpegCopiesDeps): Pick<Storage, 'get' | 'head'> {
  const { storage } = deps;
  async function find<Found>(
    key: string,
    read: () => Promise<Found | null>,
    signal?: AbortSignal,
  ): Promise<Found | null> {
    const found = await read();
    if (found !== null || !JPEG_KEY.test(key)) return found;
    const isMade = await conversions.run(() => makeCopy(deps, key, signal), signal);
    return isMade ? read() : null;
  }
  return {
    get: (key, range, signal) => find(key, () => storage.get(key, range, signal), signal),
    head: (key, signal) => find(key, () => storage.head(key, signal), signal),
  };
}

async function makeCopy(
  { database: { db }, storage }: JpegCopiesDeps,
  key: string,
  signal?: AbortSignal,
): Promise<boolean> {
  // Somebody else may have asked for it while this request waited.
  if ((await storage.head(key, signal)) !== null) return true;
  if (!(await isStored(db, key))) return false;
  const source = await storage.get(key.replace(/\.jpg$/, '.webp'), undefined, signal);
  if (source === null) return false;
  const bytes = new Uint8Array(await new Response(source.body).arrayBuffer());
  await storage.put(key, await encodeJpeg(bytes, signal).catch(toUnavailable), signal);
  // The picture may have been removed meanwhile, and then nobody would ever delete this file.
  if (await isStored(db, key)) return true;
  await storage.delete(key, signal);
  return false;
}

/** Whether the key names a width of a picture that is in use. */
async function isStored(db: Db, key: string): Promise<boolean> {
  const [, name = '', width = ''] = JPEG_KEY.exec(key) ?? [];
  // A picture is known by the address of one of its widths (`pictureUrl`): about 960 pixels, or the largest.
  const rows = await db
    .select({ url: images.url, widths: images.widths })
    .from(images)
    .where(
      and(
        inArray(images.url, [`/media/${name}-960.webp`, `/media/${name}-${width}.webp`]),
        eq(images.state, 'stored'),
      ),
    );
  return rows.some(
    ({ url, widths }) =>
      widths.includes(Number(width)) && variantUrl(url, Number(width), 'jpg') === `/media/${key}`,
  );
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof DecoderFailure)) throw error;
  throw new Refusal('unavailable', '', {}, { cause: error });
}
