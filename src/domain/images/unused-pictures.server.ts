import { and, asc, eq, inArray, lt, notExists, notLike, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { every } from '#platform/jobs/recurring.ts';
import { cropKeys } from './crops.ts';
import { jpegKeys, pictureKeys } from './image.ts';
import { images, imageUses } from './tables.server.ts';
import type { PictureDeps } from './uploading.server.ts';

/** Longer than an editor leaves an article open before the first save that references its pictures. */
const UNUSED_DAYS = 7;
/** An upload takes seconds; a picture still in the state `storing` after a day was interrupted. */
const INCOMPLETE_DAYS = 1;
/** Pictures per run: about 1,200 files, so that a run ends well within its lease even with slow storage. */
const BATCH_SIZE = 100;

/** The hourly job that deletes unused pictures. */
export function createUnusedPictureJobs(deps: PictureDeps) {
  const job = defineJob({
    kind: 'images.collect',
    payload: z.object({}),
    leaseSeconds: 600,
    run: async (_payload, { signal }) => {
      await deleteUnusedPictures(deps, signal);
    },
  });
  return { jobs: [job], recurring: [every({ minutes: 60 }, job, {})] };
}

/**
 * Deletes pictures that no article and no revision references and that were not uploaded in the last week, and the
 * remains of interrupted uploads. Returns the number of deleted pictures.
 *
 * Works in three steps; the process may end after any of them. The row is marked as `removing`, its files are deleted,
 * the row is deleted. The row is deleted last, because it is the only record of files that still exist. It is marked
 * first, so that a concurrent upload of the same bytes uses another name.
 */
export async function deleteUnusedPictures(deps: PictureDeps, signal?: AbortSignal): Promise<number> {
  const { database, storage } = deps;
  await markUnused(deps);
  const removable = await database.db
    .select({ id: images.id, url: images.url, widths: images.widths })
    .from(images)
    .where(eq(images.state, 'removing'))
    .orderBy(asc(images.uploadedAt))
    .limit(BATCH_SIZE);
  let removed = 0;
  for (const picture of removable) {
    if (signal?.aborted) break;
    for (const key of [...pictureKeys(picture), ...jpegKeys(picture), ...cropKeys(picture)])
      await storage.delete(key, signal);
    await database.transaction((tx) =>
      tx.delete(images).where(and(eq(images.id, picture.id), eq(images.state, 'removing'))),
    );
    removed++;
  }
  return removed;
}

/**
 * Locks `image_uses` against writes for two statements. Saves in progress are waited for and their uses are seen; later
 * saves wait until the decision is made.
 */
async function markUnused({ database, clock }: PictureDeps): Promise<void> {
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
            and(
              eq(images.state, 'stored'),
              lt(images.uploadedAt, before(UNUSED_DAYS)),
              // Sent emails show the logo that the publication had at that time.
              notLike(images.url, '%.png'),
              notLike(images.url, '%.svg'),
            ),
            and(eq(images.state, 'storing'), lt(images.uploadedAt, before(INCOMPLETE_DAYS))),
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
      .limit(BATCH_SIZE)
      .for('update');
    await tx.update(images).set({ state: 'removing' }).where(inArray(images.id, unused));
  });
}
