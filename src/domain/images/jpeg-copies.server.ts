import { and, eq, inArray } from 'drizzle-orm';
import { withDeadline } from '#platform/deadline.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Storage, StoredFile, StoredHead } from '#platform/storage/storage.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { DecoderFailure, encodeJpeg } from './decoder.server.ts';
import { variantUrl } from './image.ts';
import { images } from './tables.server.ts';

interface JpegCopiesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
  readonly log: Log;
}

const JPEG_KEY = /^(article-images\/[a-z0-9][a-z0-9-]*)-([1-9]\d{0,4})\.jpg$/;

/** Milliseconds for one copy, waiting for its turn included: as long as a reader of `/media/` waits. */
const COPY_LIMIT_MS = 15_000;

/** A copy is made once in the life of a picture, so one at a time is enough, and an upload has the decoder in between. */
const conversions = createWorkQueue({ running: 1, waiting: 32 });

/**
 * The storage as `/media/` reads it: a picture's file under the ending `.jpg` is made from its WebP when it is first
 * asked for, and stored. For social networks and email programs, many of which read neither AVIF nor WebP. Null for an
 * address that is no width of a stored picture. A copy that cannot be stored is served all the same.
 *
 * `get` and `head` throw `unavailable` when the decoder fails, otherwise what the storage throws.
 */
export function withJpegCopies(deps: JpegCopiesDeps): Pick<Storage, 'get' | 'head'> {
  const { storage, database } = deps;
  /** What is being made, by its key: who asks meanwhile waits for the same copy. */
  const underWay = new Map<string, Promise<Uint8Array | null>>();

  function joinCopy(key: string): Promise<Uint8Array | null> {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const copy = withDeadline(COPY_LIMIT_MS, (signal) =>
      conversions.run(() => makeCopy(deps, key, signal), signal),
    ).finally(() => underWay.delete(key));
    underWay.set(key, copy);
    return copy;
  }

  async function find<Found>(
    key: string,
    read: () => Promise<Found | null>,
    describe: (bytes: Uint8Array) => Found,
  ): Promise<Found | null> {
    const found = await read();
    // Made-up names must not take the places of those that wait.
    if (found !== null || !JPEG_KEY.test(key) || !(await isStored(database.db, key))) return found;
    const bytes = await joinCopy(key);
    return bytes === null ? null : describe(bytes);
  }

  return {
    get: (key, range, signal) =>
      find<StoredFile>(
        key,
        () => storage.get(key, range, signal),
        (bytes) => {
          const asked = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
          return { ...headOf(bytes), body: new Blob([new Uint8Array(asked)]).stream() };
        },
      ),
    head: (key, signal) => find<StoredHead>(key, () => storage.head(key, signal), headOf),
  };
}

const headOf = (bytes: Uint8Array): StoredHead => ({ size: bytes.byteLength, contentType: 'image/jpeg' });

async function makeCopy(
  { database: { db }, storage, log }: JpegCopiesDeps,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  // It may have been stored while this one looked for the picture.
  const earlier = await storage.get(key, undefined, signal);
  if (earlier !== null) return readWhole(earlier);
  const source = await storage.get(key.replace(/\.jpg$/, '.webp'), undefined, signal);
  if (source === null) return null;
  const copy = await encodeJpeg(await readWhole(source), signal).catch(toUnavailable);
  try {
    await storage.put(key, copy, signal);
  } catch (err) {
    log.warn({ err, key }, 'the JPEG copy of a picture could not be stored');
  }
  // The picture may have been removed meanwhile, and then nobody would ever delete this file.
  if (await isStored(db, key)) return copy;
  await storage.delete(key, signal);
  return null;
}

const readWhole = async ({ body }: StoredFile): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer());

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
