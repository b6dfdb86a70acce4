import type { Actor } from '#domain/accounts/actor.ts';
import { DomainError } from '#platform/domain-error.ts';
import { NOT_A_PICTURE_MESSAGE } from './policy.ts';
import { imageSources, replaceImageTags, withSource } from './image-tags.ts';
import { withUploadDeadline } from './upload-deadline.server.ts';
import { type PictureDeps, storePicture } from './uploading.server.ts';

/** Per save. All of them must be stored before the save is answered. */
const MAX_PICTURES = 30;

const isEmbedded = (source: string): boolean => /^data:/i.test(source);
const BASE64 = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]*)$/i;

/**
 * Stores the pictures that the HTML of an article contains as `data:` URLs, and replaces these with the URLs of the
 * stored pictures. All other HTML is unchanged. Call it before the transaction of the save, because decoding is slow.
 *
 * @param html as `sanitiseArticle` returns it
 * @throws `unprocessable` with an error at the field `content` that names the rejected picture by its number, from the
 *   top. Pictures before it may already be stored; they are deleted later if no article uses them.
 * @throws `unavailable` when all pictures together take longer than an upload may. A repeated save continues after
 *   those that are already stored.
 */
export async function storeEmbeddedPictures(html: string, actor: Actor, deps: PictureDeps): Promise<string> {
  const found = imageSources(html).filter(isEmbedded);
  if (found.length > MAX_PICTURES)
    throw contentError(`At most ${MAX_PICTURES} images can be pasted into an article at once`);
  const urls = await withUploadDeadline(async (signal) => {
    const stored: string[] = [];
    for (const [index, url] of found.entries())
      stored.push(await storeEmbedded(url, index + 1, { actor, deps, signal }));
    return stored;
  });
  return replaceImageTags(html, (tag, source) =>
    isEmbedded(source) ? withSource(tag, urls.shift() ?? '') : tag,
  );
}

interface StoreContext {
  readonly actor: Actor;
  readonly deps: PictureDeps;
  readonly signal: AbortSignal;
}

async function storeEmbedded(
  url: string,
  number: number,
  { actor, deps, signal }: StoreContext,
): Promise<string> {
  const encoded = BASE64.exec(url)?.[1];
  if (encoded === undefined) throw contentError(`Image ${number} in the text: ${NOT_A_PICTURE_MESSAGE}`);
  try {
    return (await storePicture(Buffer.from(encoded, 'base64'), actor, deps, signal)).url;
  } catch (error) {
    if (!isPictureError(error)) throw error;
    throw contentError(`Image ${number} in the text: ${error.message}`);
  }
}

const PICTURE_ERRORS = ['unsupported', 'too_large', 'unprocessable'] as const;

function isPictureError(error: unknown): error is DomainError {
  return error instanceof DomainError && PICTURE_ERRORS.some((code) => code === error.code);
}

function contentError(message: string): DomainError {
  return new DomainError('unprocessable', message, { fields: { content: message } });
}
