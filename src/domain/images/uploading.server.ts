import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { drawPicture, measurePicture } from './decoder.server.ts';
import type { Dimensions, DrawnFile } from './decoder-protocol.ts';
import { type Picture, pictureUrl, variantKey, widthsFor } from './image.ts';
import { NOT_A_PICTURE, PICTURE_BYTES_LIMIT, PICTURE_TOO_LARGE } from './policy.ts';
import { images } from './tables.server.ts';
import { withinUploadLimit } from './upload-limit.server.ts';

export interface PictureParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
}

/** Changed together with what is made of the bytes: what lies under a key never changes. */
const RECIPE = '1';

/** For the whole process, because it is the memory of the process that pictures on their way take. */
const workshop = createWorkQueue({ running: 2, waiting: 16 });

/**
 * Takes a picture into the store, in several widths as AVIF and WebP, and returns it as pages show it. The same bytes
 * give the same picture. Nothing of the file itself is kept: no metadata, no name, nothing that hides behind a picture.
 *
 * Refuses what is no JPEG, PNG, WebP, AVIF or GIF (`unsupported`) or has 5 MB or more (`too_large`); a refused one leaves
 * neither a file nor a row. Refuses (`unavailable`) when too many wait already, when the store or the decoder fails, and
 * after 15 s, waiting included, or when `signal` aborts; the same upload may then succeed later.
 */
export async function storePicture(
  bytes: Uint8Array,
  actor: Actor,
  parts: PictureParts,
  signal?: AbortSignal,
): Promise<Picture> {
  requireEditor(actor);
  if (bytes.length === 0) throw new Refusal('unsupported', NOT_A_PICTURE);
  if (bytes.length >= PICTURE_BYTES_LIMIT) throw new Refusal('too_large', PICTURE_TOO_LARGE);
  return withinUploadLimit(
    (limit) => workshop.run(() => makePicture({ bytes, actor, parts, signal: limit }), limit),
    signal,
  );
}

interface Upload {
  readonly bytes: Uint8Array;
  readonly actor: Actor;
  readonly parts: PictureParts;
  readonly signal: AbortSignal;
}

async function makePicture({ bytes, actor, parts, signal }: Upload): Promise<Picture> {
  const dimensions = await measurePicture(bytes, signal);
  const hash = createHash('sha256').update(RECIPE).update(bytes).digest('hex').slice(0, 40);
  const known = await findAgain(hash, dimensions, parts, signal);
  if (known !== null) return known;
  const { files, ...impression } = await drawPicture(bytes, dimensions, signal);
  const row = { ...dimensions, widths: widthsFor(dimensions.width), ...impression };
  const url = await claim(hash, { ...row, createdBy: actor.userId }, parts);
  await storeFiles(url, files, parts.storage, signal);
  await parts.database.transaction((tx) =>
    tx.update(images).set({ state: 'stored' }).where(eq(images.url, url)),
  );
  return { url, alt: '', ...row };
}

/** The picture somebody has uploaded before; it counts as uploaded now, so that it is not collected tomorrow. */
async function findAgain(
  hash: string,
  { width }: Dimensions,
  { database, storage, clock }: PictureParts,
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
  // A store that has lost its files, after a restored database for instance, gets them again.
  const last = await storage.head(variantKey(url, width, 'webp'), signal);
  return last === null ? null : pictureFrom(row);
}

/**
 * Says in the table which files are about to be written, before the first of them is: a process that ends half way
 * leaves a row by which they are found and collected. A name whose files are being removed at this moment is not used
 * again, since nobody could say whether they are removed before or after they are written.
 */
async function claim(
  hash: string,
  row: Pick<typeof images.$inferInsert, 'width' | 'height' | 'color' | 'placeholder' | 'createdBy'> & {
    readonly widths: number[];
  },
  { database, clock }: PictureParts,
): Promise<string> {
  const now = clock();
  const take = (name: string) =>
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
  const [taken] = await take(hash);
  if (taken !== undefined) return taken.url;
  const [fresh] = await take(`${hash}-${randomBytes(4).toString('hex')}`);
  if (fresh === undefined) throw new Error('a name made up at random was taken');
  return fresh.url;
}

async function storeFiles(
  url: string,
  files: readonly DrawnFile[],
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  for (const { width, format, bytes } of files)
    await storage.put(variantKey(url, width, format), bytes, signal);
}

function pictureFrom({
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
