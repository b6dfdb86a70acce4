import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { FetchError } from '#platform/outbound/checked-request.server.ts';
import { fetchBytes } from '#platform/outbound/fetch-bytes.server.ts';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { Picture } from './image.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from './policy.ts';
import { withUploadDeadline } from './upload-deadline.server.ts';
import { type PictureDeps, storePicture } from './uploading.server.ts';

export interface ImportDeps extends PictureDeps {
  readonly outbound: OutboundPolicy;
}

/**
 * Limit of the request to the other site, with name resolution and redirects. The rest of the upload limit is for
 * storing.
 */
const FETCH_TIMEOUT_MS = 8_000;

/**
 * Few, because a name that does not resolve blocks one of the four libuv threads until the system resolver times out.
 */
const fetchQueue = createWorkQueue({ maxRunning: 2, maxQueued: 16 });

/**
 * Fetches a picture from another site and stores it like an uploaded one.
 *
 * Throws `unprocessable` at the field `url`, with the reason, when the picture may not or cannot be fetched. Otherwise
 * throws as `storePicture` does.
 */
export async function importPicture(url: string, actor: Actor, deps: ImportDeps): Promise<Picture> {
  requirePermission(actor, 'picture.upload');
  return withUploadDeadline(async (signal) => {
    const bytes = await fetchQueue.run(() => fetchPicture(url, deps, signal), signal);
    return storePicture(bytes, actor, deps, signal);
  });
}

async function fetchPicture(url: string, { outbound }: ImportDeps, outer: AbortSignal): Promise<Uint8Array> {
  try {
    return await withDeadline(
      FETCH_TIMEOUT_MS,
      (signal) =>
        fetchBytes(url, {
          policy: outbound,
          types: PICTURE_TYPES,
          byteLimit: PICTURE_MAX_BYTES,
          signal,
        }),
      outer,
    );
  } catch (error) {
    outer.throwIfAborted();
    if (error instanceof FetchError) throw urlError(error.message);
    if (error instanceof DeadlineExceededError) throw urlError('The other site took too long to respond');
    throw error;
  }
}

function urlError(message: string): DomainError {
  return new DomainError('unprocessable', message, { fields: { url: message } });
}
