import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { fetchBytes, FetchRefused } from '#platform/outbound/fetch-bytes.server.ts';
import { DeadlineExceeded, withDeadline } from '#platform/deadline.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { Picture } from './image.ts';
import { PICTURE_BYTES_LIMIT, PICTURE_TYPES } from './policy.ts';
import { withinUploadLimit } from './upload-limit.server.ts';
import { type PictureParts, storePicture } from './uploading.server.ts';

export interface ImportDeps extends PictureParts {
  readonly outbound: OutboundPolicy;
}

/** Milliseconds for the other site, name resolution and redirects included; the rest of an upload's time stores it. */
const FETCH_LIMIT_MS = 8_000;

/** Few, because a name that does not resolve occupies one of four threads of the process until the system gives up. */
const fetching = createWorkQueue({ running: 2, waiting: 16 });

/**
 * Fetches a picture from its address on another site and takes it into the store like an uploaded one.
 *
 * Refuses (`unprocessable`, field `url`) what may not or cannot be fetched, with the reason; besides that as
 * `storePicture` does.
 */
export async function importPicture(url: string, actor: Actor, deps: ImportDeps): Promise<Picture> {
  requireEditor(actor);
  return withinUploadLimit(async (signal) => {
    const bytes = await fetching.run(() => fetchPicture(url, deps, signal), signal);
    return storePicture(bytes, actor, deps, signal);
  });
}

async function fetchPicture(url: string, { outbound }: ImportDeps, outer: AbortSignal): Promise<Uint8Array> {
  try {
    return await withDeadline(
      FETCH_LIMIT_MS,
      (signal) =>
        fetchBytes(url, {
          policy: outbound,
          types: PICTURE_TYPES,
          byteLimit: PICTURE_BYTES_LIMIT,
          signal,
        }),
      outer,
    );
  } catch (error) {
    outer.throwIfAborted();
    if (error instanceof FetchRefused) throw refused(error.message);
    if (error instanceof DeadlineExceeded) throw refused('The other site takes too long');
    throw error;
  }
}

function refused(message: string): Refusal {
  return new Refusal('unprocessable', message, { fields: { url: message } });
}
