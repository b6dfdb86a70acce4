import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { withDeadline } from '#platform/deadline.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { STORAGE_TIMEOUT_MS } from '#platform/storage/stall-limit.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createFairQueue } from '#platform/work-queue.ts';
import { encodeVariants, measurePicture } from './decoder.server.ts';
import type { Dimensions, EncodedPicture, EncodedVariant } from './decoder-protocol.ts';
import { type Picture, pictureKeys, pictureUrl, variantKey, widthsFor } from './image.ts';
import { NOT_A_PICTURE_MESSAGE, PICTURE_MAX_BYTES, PICTURE_TOO_LARGE_MESSAGE } from './policy.ts';
import { images } from './tables.server.ts';
import { UPLOAD_TIMEOUT_MS, withUploadDeadline } from './upload-deadline.server.ts';

export interface PictureDeps extends CommandDeps {
  readonly storage: Storage;
}

/** The size in which a picture is stored, and the widths of its files, ascending. In pixels. */
export interface StoredSize extends Dimensions {
  readonly widths: number[];
}

/** How the files of a picture are made and named. */
export interface PictureEncoding {
  /** Part of the hash. Change it whenever the encoding changes, so that the content of a key never changes. */
  readonly version: string;
  /** Reads the size. By default of a JPEG, PNG, WebP, AVIF or GIF. Throws `unsupported` for anything else. */
  measure?(bytes: Uint8Array, signal: AbortSignal): Promise<Dimensions>;
  /** Throws `unsupported` for a picture of a size that cannot be used. */
  sizeOf(measured: Dimensions): StoredSize;
  urlOf(name: string, widths: readonly number[]): string;
  encode(bytes: Uint8Array, measured: Dimensions, signal: AbortSignal): Promise<EncodedPicture>;
}

const ARTICLE_PICTURE: PictureEncoding = {
  version: '1',
  sizeOf: (measured) => ({ ...measured, widths: widthsFor(measured.width) }),
  urlOf: pictureUrl,
  encode: encodeVariants,
};

/** Shared by the whole process, because it limits the memory of the process. People take turns. */
const uploadQueue = createFairQueue({ maxRunning: 2, maxQueued: 16, maxQueuedPerKey: 6 });

/**
 * Stores a picture in several widths as AVIF and WebP. The same bytes result in the same picture. The original file is
 * not stored: no metadata, no file name, no trailing data.
 *
 * Throws `unsupported` for anything that is not a JPEG, PNG, WebP, AVIF or GIF, and `too_large` for 5 MB or more; then
 * neither a file nor a row is written. Throws `unprocessable` above the quota of the role, `unavailable` when the queue is full, when the storage or the decoder
 * fails, after 50 s with time in the queue, and when `signal` aborts; the same upload may succeed later.
 */
export async function storePicture(
  bytes: Uint8Array,
  actor: Actor,
  deps: PictureDeps,
  signal?: AbortSignal,
): Promise<Picture> {
  requirePermission(actor, 'picture.upload');
  return storeEncoded({ encoding: ARTICLE_PICTURE, bytes, actor, deps }, signal);
}

/** The same with an encoding. The caller has checked the permission. */
export async function storeEncoded(upload: Omit<Upload, 'signal'>, signal?: AbortSignal): Promise<Picture> {
  const { bytes } = upload;
  if (bytes.length === 0) throw new DomainError('unsupported', NOT_A_PICTURE_MESSAGE);
  if (bytes.length >= PICTURE_MAX_BYTES) throw new DomainError('too_large', PICTURE_TOO_LARGE_MESSAGE);
  return withUploadDeadline(
    (limit) => uploadQueue.run(upload.actor.userId, () => processUpload({ ...upload, signal: limit }), limit),
    { timeoutMs: UPLOAD_TIMEOUT_MS, outer: signal },
  );
}

/** New pictures that a person may have stored, by role. Others publish, and are trusted with the space. */
const QUOTAS: Readonly<Partial<Record<Role, number>>> = { contributor: 500 };

/** Several uploads at once may exceed it by as many as run. */
async function requireQuota(db: Db, { userId, role }: Actor): Promise<void> {
  const quota = role === null ? undefined : QUOTAS[role];
  if (quota === undefined) return;
  const isOwn = and(eq(images.createdBy, userId), ne(images.state, 'removing'));
  if ((await db.$count(images, isOwn)) >= quota)
    throw new DomainError(
      'unprocessable',
      `You have stored ${quota} images, which is as many as your role can have. Those that no article uses are deleted after a week.`,
    );
}

interface Upload {
  readonly encoding: PictureEncoding;
  readonly bytes: Uint8Array;
  readonly actor: Actor;
  readonly deps: PictureDeps;
  readonly signal: AbortSignal;
}

async function processUpload({ encoding, bytes, actor, deps, signal }: Upload): Promise<Picture> {
  const measured = await (encoding.measure ?? measurePicture)(bytes, signal);
  const size = encoding.sizeOf(measured);
  const hash = createHash('sha256').update(encoding.version).update(bytes).digest('hex').slice(0, 40);
  const urlOf = (name: string) => encoding.urlOf(name, size.widths);
  const existing = await findStored(urlOf(hash), size.widths, deps, signal);
  if (existing !== null) return existing;
  await requireQuota(deps.database.db, actor);
  const { files, ...placeholder } = await encoding.encode(bytes, measured, signal);
  const row = { ...size, ...placeholder };
  const url = await claimUrl(hash, urlOf, { ...row, createdBy: actor.userId }, deps);
  await withDeadline(STORAGE_TIMEOUT_MS, (limit) => storeFiles(url, files, deps.storage, limit), signal);
  await deps.database.transaction((tx) =>
    tx.update(images).set({ state: 'stored' }).where(eq(images.url, url)),
  );
  return { url, alt: '', ...row };
}

/** Finds a picture uploaded earlier, and updates its upload time, so that it is not deleted as unused. */
async function findStored(
  url: string,
  widths: readonly number[],
  { database, storage, clock }: PictureDeps,
  signal: AbortSignal,
): Promise<Picture | null> {
  const [row] = await database.transaction((tx) =>
    tx
      .update(images)
      .set({ uploadedAt: clock() })
      .where(and(eq(images.url, url), eq(images.state, 'stored')))
      .returning(),
  );
  if (row === undefined) return null;
  // If the files are missing, for example after a database was restored, they are stored again.
  const last = await storage.head(pictureKeys({ url, widths }).at(-1) ?? '', signal);
  return last === null ? null : toPicture(row);
}

/**
 * Inserts the row before the first file is written, so that the files of an interrupted upload can be found and
 * deleted. A name whose files are being deleted is not reused, because the deletion could remove the new files.
 */
async function claimUrl(
  hash: string,
  urlOf: (name: string) => string,
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
          url: urlOf(name),
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
