import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import type { Site } from '#domain/site/site.ts';
import { settingTag } from '#domain/site/settings.ts';
import { ALL_TAGS, purgeChange } from '#platform/db/changes.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { daily, type Recurring } from '#platform/jobs/recurring.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { ArticleRow } from '../tables.server.ts';
import {
  type ArticleWithPictures,
  findArticleWithPictures,
  listArticlesToClear,
  listArticlesWithPictures,
} from './outdated.server.ts';
import { hasWantedCrops, updateCrops } from './crops.server.ts';
import { hasWantedPictures, type SocialPictureDeps, updateSocialPictures } from './social-picture.server.ts';

/** Articles that one query reads. */
const BATCH_SIZE = 200;
/** Failures in a row after which the decoder or the storage is probably down. */
const MAX_FAILURES = 5;
/** Of each day, so that a first start after an upgrade runs the job at once. */
const DAILY_HOUR = 4;
/** Several changes of settings within this time cause one run, by whichever process sees them. */
const SETTLE_MS = 5_000;
/**
 * Shortest time between a change and the update of its pictures. The pages that the change concerns are rendered in this time,
 * which takes less than a tenth of a second; rendering a picture meanwhile takes processor time and the connection of the
 * embedded database from them.
 */
const PAGES_FIRST_MS = 2_000;

const ofArticle = defineJobKind({
  kind: 'articles.derive-pictures',
  payload: z.object({ articleId: z.uuid() }),
  leaseSeconds: 120,
});

/** A picture takes less than a tenth of a second. A run that is cut off is continued by the next one. */
const ofAllArticles = defineJobKind({
  kind: 'articles.derive-all-pictures',
  payload: z.object({}),
  runSeconds: 4 * 3600,
  isExclusive: true,
});

type DecidingFields = Pick<ArticleRow, 'id' | 'title' | 'categorySlug' | 'lang' | 'image' | 'updatedAt'>;

const DECIDING_FIELDS = ['title', 'categorySlug', 'lang', 'image'] as const;

/**
 * Updates the derived pictures of an article two seconds after the change, if it concerns them.
 *
 * @param before what readers saw; null if it was not public
 * @param after what readers see; null if it is not public
 * @param changedAt the time of the change, or an earlier one; undefined if the article no longer exists
 */
export async function enqueueDerivedPictures(
  tx: Transaction,
  before: DecidingFields | null,
  after: DecidingFields | null,
  changedAt: Date | undefined,
): Promise<void> {
  const articleId = (after ?? before)?.id;
  if (articleId === undefined) return;
  const isSame =
    before !== null && after !== null && DECIDING_FIELDS.every((field) => before[field] === after[field]);
  if (isSame) return;
  const options = changedAt === undefined ? {} : { runAt: new Date(changedAt.getTime() + PAGES_FIRST_MS) };
  await enqueue(tx, ofArticle, { articleId }, options);
}

/** Forgets that the pictures of all articles were updated: a backup has none of them, but the jobs of its day. */
export async function restartDerivedPictures(tx: Transaction): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.kind, ofAllArticles.kind));
}

export interface DerivedPicturesDeps extends SocialPictureDeps {
  readonly log: Log;
}

export interface DerivedPictures {
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

/**
 * The jobs that keep the derived pictures of public articles up to date: of one article after a command has changed it, and of
 * all articles once a day and after a change of the name of the publication or of sections.
 */
export function createDerivedPictures(deps: DerivedPicturesDeps): DerivedPictures {
  const { database, clock, log } = deps;
  const one = defineJob({
    ...ofArticle,
    run: async ({ articleId }, { signal }) => updateArticle(deps, articleId, signal),
  });
  const all = defineJob({
    ...ofAllArticles,
    async run(_, { signal }) {
      await updateOutdated(deps, signal);
      for (const id of await listArticlesToClear(database.db, BATCH_SIZE)) {
        signal.throwIfAborted();
        await updateArticle(deps, id, signal);
      }
    },
  });
  database.onChange((changes) => {
    if (!changes.some((change) => DESIGN_CHANGES.has(change))) return;
    const slot = Math.floor(clock().getTime() / SETTLE_MS) + 1;
    const options = { key: String(slot), runAt: new Date(slot * SETTLE_MS) };
    database
      .transaction((tx) => enqueue(tx, ofAllArticles, {}, options))
      .catch((err: unknown) => log.error({ err }, 'social pictures could not be scheduled'));
  });
  return { jobs: [one, all], recurring: [daily({ hour: DAILY_HOUR }, all, {})] };
}

/** The changes that can make every picture a different one. */
const DESIGN_CHANGES: ReadonlySet<string> = new Set([
  settingTag('publication_name'),
  settingTag('publication_locale'),
  settingTag('appearance_section_colors'),
  settingTag('appearance_accent_light'),
  SECTIONS_TAG,
  purgeChange(ALL_TAGS),
]);

async function updateArticle(deps: DerivedPicturesDeps, id: string, signal: AbortSignal): Promise<void> {
  const article = await findArticleWithPictures(deps.database.db, id);
  await updateSocialPictures(deps, id, article, signal);
  if (article !== null) await updateCrops(deps, article, signal);
}

const isUpToDate = (article: ArticleWithPictures, site: Site) =>
  hasWantedPictures(article, site) && hasWantedCrops(article);

/** Goes through all public articles, newest first. A picture that fails does not keep others from being rendered. */
async function updateOutdated(deps: DerivedPicturesDeps, signal: AbortSignal): Promise<void> {
  let last: ArticleWithPictures | undefined;
  let failures = 0;
  do {
    signal.throwIfAborted();
    const batch = await listArticlesWithPictures(deps.database.db, last ?? null, BATCH_SIZE);
    last = batch.at(-1);
    for (const { id } of batch.filter((article) => !isUpToDate(article, deps.site()))) {
      signal.throwIfAborted();
      try {
        await updateArticle(deps, id, signal);
        failures = 0;
      } catch (err) {
        signal.throwIfAborted();
        if (++failures === MAX_FAILURES) throw err;
        deps.log.warn({ err, article: id }, 'the derived pictures of an article could not be stored');
      }
    }
  } while (last !== undefined);
}
