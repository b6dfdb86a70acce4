import { DecoderError } from '#domain/images/decoder.server.ts';
import type { SocialShape } from '#domain/images/rendering/social-picture.ts';
import type { Site } from '#domain/site/site.ts';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';
import { findArticleWithPictures } from './outdated.server.ts';
import { findCurrentPicture, replacePicture, type SocialPictureDeps } from './social-picture.server.ts';
import { needsSocialPicture, socialPicturePath } from './social-picture-address.server.ts';

/** Limit of one picture, from the request to the stored file. Services that make link previews give up soon after. */
const RENDER_TIMEOUT_MS = 5_000;
/** A picture that failed is not rendered again before this time has passed, however often it is requested. */
const RETRY_SECONDS = 5;
/** Pictures that may wait. They are rendered one by one, so that uploads can use the decoder in between. */
const MAX_WAITING = 32;

/** A social picture of a public article. */
export interface RequestedPicture {
  readonly path: string;
  /** Of its file in the storage; null while there is none. */
  readonly key: string | null;
}

export interface SocialPicturesOnRequest {
  /** Null if the article is not public, or its own picture is used for this shape. */
  find(articleId: string, shape: SocialShape): Promise<RequestedPicture | null>;
  /**
   * Renders the present picture of an article in a shape and stores it. Concurrent calls for it wait for the same picture. Does
   * nothing for an article that has none to render.
   *
   * @throws DomainError `unavailable` with the cause, if decoder or storage fail, or are too slow
   */
  render(articleId: string, shape: SocialShape): Promise<void>;
}

interface OnRequestDeps extends Omit<SocialPictureDeps, 'site'> {
  /** The site with which pages are rendered now. */
  readonly latestSite: () => Promise<Site>;
}

/**
 * Social pictures for requests: of link previews, before the job has rendered them, and of the other shapes, which are rendered only
 * so. What can be rendered are the present pictures of public articles, each once, one at a time, so requests cannot occupy the
 * decoder; nothing is kept for other ids.
 */
export function createSocialPicturesOnRequest(deps: OnRequestDeps): SocialPicturesOnRequest {
  const { database, clock, latestSite } = deps;
  const queue = createWorkQueue({ maxRunning: 1, maxQueued: MAX_WAITING });
  const inFlight = new Map<string, Promise<void>>();
  /** When a picture that failed may be rendered again, in milliseconds. */
  const retryTimes = new Map<string, number>();

  async function renderNow(articleId: string, shape: SocialShape, signal: AbortSignal): Promise<void> {
    const article = await findArticleWithPictures(database.db, articleId);
    if (article === null || !needsSocialPicture(article, shape)) return;
    await replacePicture(deps, { article, site: await latestSite(), shape }, signal);
  }

  async function attempt(articleId: string, shape: SocialShape): Promise<void> {
    const name = nameOf(articleId, shape);
    const now = clock().getTime();
    for (const [failed, time] of retryTimes) if (time <= now) retryTimes.delete(failed);
    if (retryTimes.has(name)) throw unavailable(undefined);
    try {
      await withDeadline(RENDER_TIMEOUT_MS, (signal) =>
        queue.run(() => renderNow(articleId, shape, signal), signal),
      );
    } catch (error) {
      if (!(error instanceof QueueFullError)) retryTimes.set(name, now + RETRY_SECONDS * 1000);
      throw OUTAGES.some((kind) => error instanceof kind) ? unavailable(error) : error;
    }
  }

  return {
    async find(articleId, shape) {
      const article = await findArticleWithPictures(database.db, articleId);
      if (article === null || !needsSocialPicture(article, shape)) return null;
      const site = await latestSite();
      const key = findCurrentPicture(article, site, shape)?.key ?? null;
      return { path: socialPicturePath(article, site, shape), key };
    },
    render(articleId, shape) {
      const name = nameOf(articleId, shape);
      const running = inFlight.get(name);
      if (running !== undefined) return running;
      const rendering = attempt(articleId, shape).finally(() => inFlight.delete(name));
      inFlight.set(name, rendering);
      return rendering;
    },
  };
}

const nameOf = (articleId: string, shape: SocialShape) => `${articleId} ${shape}`;

const OUTAGES = [DecoderError, StorageError, DeadlineExceededError, QueueFullError];

/** @param cause for the log; undefined for one that is in the log already */
function unavailable(cause: unknown): DomainError {
  const message = 'The picture cannot be rendered right now. Please try again in a moment.';
  const options = cause === undefined ? undefined : { cause };
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_SECONDS }, options);
}
