import { and, asc, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { every } from '#platform/jobs/recurring.ts';
import { jpegKeys, pictureKeys } from './image.ts';
import { images, imageUses } from './tables.server.ts';
import type { PictureParts } from './uploading.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than an editor leaves an article open before the first save that counts its pictures. */
const UNUSED_DAYS = 7;
/** An upload takes seconds; what is half stored after a day was cut off. */
const HALF_STORED_DAYS = 1;
/** Pictures a run takes on: some 1,200 files, so that it ends well within its lease also with a slow store. */
const MOST_PICTURES = 100;

/** For the jobs of the site: looks for pictures nobody needs, every hour. */
export function createPictureCollection(parts: PictureParts) {
  const collecting = defineJob({
    kind: 'images.collect',
    payload: z.object({}),
    leaseSeconds: 600,
    run: async (_payload, { signal }) => {
      await collectPictures(parts, signal);
    },
  });
  return { jobs: [collecting], recurring: [every({ minutes: 60 }, collecting, {})] };
}

/**
 * Removes pictures which no article shows, in its present state or in one of its revisions, and which nobody has
 * uploaded for a week; and what uploads left behind that were cut off. Returns how many are gone.
 *
 * In three steps, each of which can be the last one before the process ends: the row says that the picture is to be
 * removed, its files are deleted, the row is deleted. The row goes last, because without it nobody would know of files
 * that are still there; and it is marked first, so that an upload of the same bytes meanwhile takes another name.
 */
export async function collectPictures(parts: PictureParts, signal?: AbortSignal): Promise<number> {
  const { database, storage } = parts;
  await markUnused(parts);
  const condemned = await database.db
    .select({ id: images.id, url: images.url, widths: images.widths })
    .from(images)
    .where(eq(images.state, 'removing'))
    .orderBy(asc(images.uploadedAt))
    .limit(MOST_PICTURES);
  let removed = 0;
  for (const picture of condemned) {
    if (signal?.aborted) break;
    for (const key of [...pictureKeys(picture), ...jpegKeys(picture)]) await storage.delete(key, signal);
    await database.transaction((tx) =>
      tx.delete(images).where(and(eq(images.id, picture.id), eq(images.state, 'removing'))),
    );
    removed++;
  }
  return removed;
}

/**
 * While the lock is held nobody can add a use: a save that has begun is waited for and then seen, one that comes later
 * comes after the decision. It is held for two statements.
 */
async function markUnused({ database, clock }: PictureParts): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`);
    await tx.execute(sql`lock table ${imageUses} in share mode`);
    const unused = tx
      .select({ id: images.id })
      .from(images)
      .where(
        and(
          or(
            and(eq(images.state, 'stored'), lt(images.uploadedAt, before(UNUSED_DAYS))),
            and(eq(images.state, 'storing'), lt(images.uploadedAt, before(HALF_STORED_DAYS))),
          ),
          notExists(
            tx
              .select({ picture: imageUses.picture })
              .from(imageUses)
              .where(eq(imageUses.picture, sql`substring(${images.url} from '^/media/(.*)-[0-9]+[.]webp$')`)),
          ),
        ),
      )
      .orderBy(asc(images.uploadedAt))
      .limit(MOST_PICTURES)
      .for('update');
    await tx.update(images).set({ state: 'removing' }).where(inArray(images.id, unused));
  });
}
