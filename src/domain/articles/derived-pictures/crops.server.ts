import { and, eq } from 'drizzle-orm';
import { cropKey, cropKeys, cropShapesFor, cropSize, type CropShape } from '#domain/images/crops.ts';
import { encodeCrops } from '#domain/images/decoder.server.ts';
import { type Picture, variantKey } from '#domain/images/image.ts';
import { images, imageUses, pictureCrops } from '#domain/images/tables.server.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { pageTags } from '../cache-tags.ts';
import type { ArticleWithPictures } from './outdated.server.ts';

/** Whether every crop of the picture of the article exists that it can have. */
export function hasWantedCrops({ picture, crops }: Pick<ArticleWithPictures, 'picture' | 'crops'>): boolean {
  const wanted = picture === null ? [] : cropShapesFor(picture);
  return wanted.every((shape) => crops?.includes(shape));
}

/**
 * Cuts the picture of a public article to the shapes that search engines ask for. The crops stay as long as the picture.
 *
 * @throws DecoderError or StorageError; the article keeps the crops it had
 */
export async function updateCrops(
  deps: { readonly database: Database; readonly storage: Storage },
  article: ArticleWithPictures,
  signal: AbortSignal,
): Promise<void> {
  const { picture } = article;
  if (picture === null || hasWantedCrops(article)) return;
  const source = await deps.storage.get(variantKey(picture.url, picture.width, 'webp'), undefined, signal);
  if (source === null) return;
  const bytes = new Uint8Array(await new Response(source.body).arrayBuffer());
  const shapes = cropShapesFor(picture);
  const files = await encodeCrops(bytes, shapes.map(cropSize), signal);
  for (const [index, file] of files.entries()) {
    const shape = shapes[index];
    if (shape !== undefined) await deps.storage.put(cropKey(picture.url, shape), file, signal);
  }
  const isRecorded = await deps.database.transaction((tx) => record(tx, picture, shapes));
  // The picture may have been deleted meanwhile; then no row would refer to these files.
  if (!isRecorded) for (const key of cropKeys(picture)) await deps.storage.delete(key, signal);
}

/** Returns whether the picture still exists. */
async function record(tx: Transaction, { url }: Pick<Picture, 'url'>, shapes: CropShape[]): Promise<boolean> {
  const [image] = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.url, url), eq(images.state, 'stored')))
    .for('share');
  if (image === undefined) return false;
  await tx
    .insert(pictureCrops)
    .values({ imageId: image.id, shapes })
    .onConflictDoUpdate({ target: pictureCrops.imageId, set: { shapes } });
  const name = url.replace(/^\/media\//, '').replace(/-\d+\.webp$/, '');
  const uses = await tx
    .select({ articleId: imageUses.articleId })
    .from(imageUses)
    .where(eq(imageUses.picture, name));
  for (const { articleId } of uses) if (articleId !== null) tx.invalidate(pageTags.article(articleId));
  return true;
}
