import { and, eq, inArray } from 'drizzle-orm';
import { withDeadline } from '#platform/deadline.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { Storage, StoredFile, StoredHead } from '#platform/storage/storage.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { DecoderError, encodeJpeg, encodePngs } from './decoder.server.ts';
import { icoFile } from './ico-file.ts';
import { variantUrl } from './image.ts';
import { images } from './tables.server.ts';

interface PictureCopiesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
  readonly log: Log;
}

/** A format that is created from a stored file at its first request. */
interface CopyKind {
  readonly key: RegExp;
  readonly contentType: string;
  /** The key of the stored file. */
  sourceOf(key: string): string;
  encode(source: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Whether the key belongs to a picture in the state `stored`. */
  isStored(db: Db, key: string): Promise<boolean>;
}

const JPEG_KEY = /^(article-images\/[a-z0-9][a-z0-9-]*)-([1-9]\d{0,4})\.jpg$/;

const JPEG_COPY: CopyKind = {
  key: JPEG_KEY,
  contentType: 'image/jpeg',
  sourceOf: (key) => key.replace(/\.jpg$/, '.webp'),
  encode: encodeJpeg,
  isStored: isWidthStored,
};

/** The sizes of an icon file, in pixels: browser tab, task bar, desktop. */
const ICO_SIZES = [16, 32, 48] as const;

const ICO_COPY: CopyKind = {
  key: /^icons\/[0-9a-f]{40}(?:-[0-9a-f]{8})?-512\.ico$/,
  contentType: 'image/x-icon',
  sourceOf: (key) => key.replace(/\.ico$/, '.png'),
  async encode(source, signal) {
    const sizes = ICO_SIZES.map((size) => ({ width: size, height: size }));
    const png = await encodePngs(source, { width: 512, height: 512 }, sizes, signal);
    return icoFile(png.map((file, index) => ({ size: ICO_SIZES[index] ?? 0, png: file })));
  },
  isStored: isIconStored,
};

const COPY_KINDS = [JPEG_COPY, ICO_COPY] as const;

/** Limit of one copy, time in the queue included. Equals the limit of a request to `/media/`. */
const COPY_TIMEOUT_MS = 15_000;

/** One at a time, so that uploads can use the decoder in between. Each copy is created only once. */
const conversionQueue = createWorkQueue({ maxRunning: 1, maxQueued: 32 });

/**
 * The storage from which `/media/` is served. A `.jpg` file of a picture is created from its WebP variant at the first
 * request and then stored. Social networks and email clients need it, because many support neither AVIF nor WebP. The
 * `.ico` file of an icon is created from its largest PNG in the same way. Returns null for a key that belongs to no stored picture. A copy that cannot be stored is served anyway.
 *
 * `get` and `head` throw `unavailable` when the decoder fails, otherwise what the storage throws.
 */
export function withPictureCopies(deps: PictureCopiesDeps): Pick<Storage, 'get' | 'head'> {
  const { storage, database } = deps;
  /** Copies in progress by key: concurrent requests wait for the same copy. */
  const inFlight = new Map<string, Promise<Uint8Array | null>>();

  function getCopy(kind: CopyKind, key: string): Promise<Uint8Array | null> {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const copy = withDeadline(COPY_TIMEOUT_MS, (signal) =>
      conversionQueue.run(() => createCopy(deps, { kind, key }, signal), signal),
    ).finally(() => inFlight.delete(key));
    inFlight.set(key, copy);
    return copy;
  }

  async function find<Found>(
    key: string,
    read: () => Promise<Found | null>,
    describe: (head: StoredHead, bytes: Uint8Array) => Found,
  ): Promise<Found | null> {
    const found = await read();
    // Checked before queueing, so that invented names do not fill the queue.
    const kind = COPY_KINDS.find((copy) => copy.key.test(key));
    if (found !== null || kind === undefined || !(await kind.isStored(database.db, key))) return found;
    const bytes = await getCopy(kind, key);
    return bytes && describe({ size: bytes.byteLength, contentType: kind.contentType }, bytes);
  }

  return {
    get: (key, range, signal) =>
      find<StoredFile>(
        key,
        () => storage.get(key, range, signal),
        (head, bytes) => {
          const requested = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
          return { ...head, body: new Blob([new Uint8Array(requested)]).stream() };
        },
      ),
    head: (key, signal) =>
      find<StoredHead>(
        key,
        () => storage.head(key, signal),
        (head) => head,
      ),
  };
}

async function createCopy(
  { database: { db }, storage, log }: PictureCopiesDeps,
  { kind, key }: { readonly kind: CopyKind; readonly key: string },
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  // Another request may have stored it since the check.
  const earlier = await storage.get(key, undefined, signal);
  if (earlier !== null) return readWhole(earlier);
  const source = await storage.get(kind.sourceOf(key), undefined, signal);
  if (source === null) return null;
  const copy = await kind.encode(await readWhole(source), signal).catch(toUnavailable);
  try {
    await storage.put(key, copy, signal);
  } catch (err) {
    log.warn({ err, key }, 'the copy of a picture could not be stored');
  }
  // The picture may have been deleted meanwhile; then no row would refer to this file and it would never be deleted.
  if (await kind.isStored(db, key)) return copy;
  await storage.delete(key, signal);
  return null;
}

const readWhole = async ({ body }: StoredFile): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer());

/** Whether the key is a width of a picture in the state `stored`. */
async function isWidthStored(db: Db, key: string): Promise<boolean> {
  const [, name = '', width = ''] = JPEG_KEY.exec(key) ?? [];
  // A picture is identified by the URL of one width (`pictureUrl`): about 960 pixels, or the largest.
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

/** Whether the icon with this key is in the state `stored`. */
async function isIconStored(db: Db, key: string): Promise<boolean> {
  const urls = ['png', 'svg'].map((format) => `/media/${key.replace(/ico$/, format)}`);
  return (await db.$count(images, and(inArray(images.url, urls), eq(images.state, 'stored')))) > 0;
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof DecoderError)) throw error;
  throw new DomainError('unavailable', '', {}, { cause: error });
}
