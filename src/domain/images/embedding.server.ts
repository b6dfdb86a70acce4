import type { Actor } from '#domain/accounts/actor.ts';
import { Refusal } from '#platform/refusal.ts';
import { NOT_A_PICTURE } from './policy.ts';
import { imageSources, replaceImageTags, withSource } from './image-tags.ts';
import { withinUploadLimit } from './upload-limit.server.ts';
import { type PictureParts, storePicture } from './uploading.server.ts';

/** Enough for an article pasted from a word processor; each has to be stored before the save can be answered. */
const MOST_PICTURES = 30;

const isEmbedded = (source: string): boolean => /^data:/i.test(source);
const BASE64 = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]*)$/i;

/**
 * Takes the pictures that stand inside of an article's HTML as `data:` addresses into the store and puts their new
 * addresses in their places; all other HTML stays as it is to the letter. To be called before the transaction of the
 * save, since decoding takes its time.
 *
 * @param html as `sanitiseArticle` returns it
 * @throws Refusal `unprocessable` with a field `content` that says which picture (by number, from the top) is refused
 *   and why; those before it may be in the store by then and are collected if no article comes to use them.
 *   `unavailable` when all of them together take longer than an upload may; repeating the save goes on behind those that
 *   are in the store by then
 */
export async function storeEmbeddedPictures(
  html: string,
  actor: Actor,
  parts: PictureParts,
): Promise<string> {
  const found = imageSources(html).filter(isEmbedded);
  if (found.length > MOST_PICTURES)
    throw refused(`At most ${MOST_PICTURES} images can be pasted into an article at once`);
  const urls = await withinUploadLimit(async (signal) => {
    const stored: string[] = [];
    for (const [index, address] of found.entries())
      stored.push(await storeEmbedded(address, index + 1, { actor, parts, signal }));
    return stored;
  });
  return replaceImageTags(html, (tag, source) =>
    isEmbedded(source) ? withSource(tag, urls.shift() ?? '') : tag,
  );
}

interface Storing {
  readonly actor: Actor;
  readonly parts: PictureParts;
  readonly signal: AbortSignal;
}

async function storeEmbedded(
  address: string,
  number: number,
  { actor, parts, signal }: Storing,
): Promise<string> {
  const encoded = BASE64.exec(address)?.[1];
  if (encoded === undefined) throw refused(`Image ${number} in the text: ${NOT_A_PICTURE}`);
  try {
    return (await storePicture(Buffer.from(encoded, 'base64'), actor, parts, signal)).url;
  } catch (error) {
    if (!isAboutThePicture(error)) throw error;
    throw refused(`Image ${number} in the text: ${error.message}`);
  }
}

function isAboutThePicture(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.code === 'unsupported' || error.code === 'too_large');
}

function refused(message: string): Refusal {
  return new Refusal('unprocessable', message, { fields: { content: message } });
}
