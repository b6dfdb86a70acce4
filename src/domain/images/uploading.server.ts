import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { encodeVariants, measurePicture } from './decoder.server.ts';
import type { Dimensions, EncodedVariant } from './decoder-protocol.ts';
import { type Picture, pictureUrl, variantKey, widthsFor } from './image.ts';
import { NOT_A_PICTURE_MESSAGE, PICTURE_MAX_BYTES, PICTURE_TOO_LARGE_MESSAGE } from './policy.ts';
import { images } from './tables.server.ts';
import { withUploadDeadline } from './upload-deadline.server.ts';

export interface PictureDeps {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
}

/** Part of the hash. Change it whenever the encoding changes, so that the content of a key never changes. */
const ENCODING_VERSION = '1';

/** Shared by the whole process, because it limits the memory of the process. */
const uploadQueue = createWorkQueue({ maxRunning: 2, maxQueued: 16 });

/**
 * Stores a picture in several widths as AVIF and WebP. The same bytes result in the same picture. The original file is
 * not stored: no metadata, no file name, no trailing data.
 *
 * Throws `unsupported` for anything that is not a JPEG, PNG, WebP, AVIF or GIF, and `too_large` for 5 MB or more; then
 * neither a file nor a row is written. Throws `unavailable` when the queue is full, when the storage or the decoder
 * fails, after 15 s with time in the queue, and when `signal` aborts; the same upload may succeed later.
 */
export async function storePicture(
  bytes: Uint8Array,
  actor: Actor,
  deps: PictureDeps,
  signal?: AbortSignal,
): Promise<Picture> {
  requirePermission(actor, 'picture.upload');
  if (bytes.length === 0) throw new DomainError('unsupported', NOT_A_PICTURE_MESSAGE);
  if (bytes.length >= PICTURE_MAX_BYTES) throw new DomainError('too_large', PICTURE_TOO_LARGE_MESSAGE);
  return withUploadDeadline(
    (limit) => uploadQueue.run(() => processUpload({ bytes, actor, deps, signal: limit }), limit),
    signal,
  );
}

interface Upload {
  readonly bytes: Uint8Array;
  readonly actor: Actor;
  readonly deps: PictureDeps;
  readonly signal: AbortSignal;
}

async function processUpload({ bytes, actor, deps, signal }: Upload): Promise<Picture> {
  const dimensions = await measurePicture(bytes, signal);
  const hash = createHash('sha256').update(ENCODING_VERSION).update(bytes).digest('hex').slice(0, 40);
  const existing = await findStored(hash, dimensions, deps, signal);
  if (existing !== null) return existing;
  const { files, ...placeholder } = await encodeVariants(bytes, dimensions, signal);
  const row = { ...dimensions, widths: widthsFor(dimensions.width), ...placeholder };
  const url = await claimUrl(hash, { ...row, createdBy: actor.userId }, deps);
  await storeFiles(url, files, deps.storage, signal);
  await deps.database.transaction((tx) =>
    tx.update(images).set({ state: 'stored' }).where(eq(images.url, url)),
  );
  return { url, alt: '', ...row };
}

/** Finds a picture uploaded earlier, and updates its upload time, so that it is not deleted as unused. */
async function findStored(
  hash: string,
  { width }: Dimensions,
  { database, storage, clock }: PictureDeps,
  signal: AbortSignal,
): Promise<Picture | null> {
  const widths = widthsFor(width);
  const url = pictureUrl(hash, widths);
  const [row] = await database.transaction((tx) =>
    tx
      .update(images)
      .set({ uploadedAt: clock() })
      .where(and(eq(images.url, url), eq(images.state, 'stored')))
      .returning(),
  );
  if (row === undefined) return null;
  // If the files are missing, for example after a database was restored, they are stored again.
  const last = await storage.head(variantKey(url, width, 'webp'), signal);
  return last === null ? null : toPicture(row);
}

/**
 * Inserts the row before the first file is written, so that the files of an interrupted upload can be found and
 * deleted. A name whose files are being deleted is not reused, because the deletion could remove the new files.
 */
async function claimUrl(
  hash: string,
  row: Pick<typeof images.$inferInsert, 'width' | 'height' | 'color' | 'placeholder' | 'createdBy'> & {
    readonly widths: number[];
  },
  { database, clock }: PictureDeps,
): Promise<string> {
  const now = clock();
  const insertRow = (name: string) =>
    database.transaction((tx) =>
      tx
        .insert(images)
        .values({
          ...row,
          url: pictureUrl(name, row.widths),
          state: 'storing',
          createdAt: now,
          uploadedAt: now,
        })
        .onConflictDoUpdate({
          target: images.url,
          set: { uploadedAt: now },
          setWhere: ne(images.state, 'removing'),
        })
        .returning({ url: images.url }),
    );
  const [claimed] = await insertRow(hash);
  if (claimed !== undefined) return claimed.url;
  const [fresh] = await insertRow(`${hash}-${randomBytes(4).toString('hex')}`);
  if (fresh === undefined) throw new Error('A random picture name is already in use');
  return fresh.url;
}

async function storeFiles(
  url: string,
  files: readonly EncodedVariant[],
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  for (const { width, format, bytes } of files)
    await storage.put(variantKey(url, width, format), bytes, signal);
}

function toPicture({
  url,
  alt,
  width,
  height,
  widths,
  color,
  placeholder,
}: typeof images.$inferSelect): Picture {
  return { url, alt, width, height, widths, color, placeholder };
}
