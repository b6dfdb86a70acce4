import { type Actor, requireAdmin } from '#domain/accounts/actor.ts';
import { storeEmbeddedPictures } from '#domain/images/embedded-pictures.server.ts';
import type { PictureDeps } from '#domain/images/uploading.server.ts';
import {
  validatePictureDescriptions,
  validateFields,
  normaliseFields,
  type SiteDefaults,
} from './field-validation.server.ts';
import { checkContentSize } from './content.server.ts';
import { type ArticleFields, pickFields } from './article-fields.ts';
import { type PreviousReadTime, resolveReadTime } from './read-time.ts';
import type { articles } from './tables.server.ts';
import { countWords } from './visible-content.ts';

/** The dependencies of the commands that create and save articles. */
export interface ArticleDeps extends PictureDeps {
  readonly site: SiteDefaults;
}

/**
 * Prepares the fields of a request for storage: normalises and validates them, and moves embedded pictures into the
 * picture store. Call it before the transaction, because storing pictures is slow.
 */
export async function prepareFields(
  deps: ArticleDeps,
  actor: Actor,
  input: ArticleFields,
): Promise<ArticleFields> {
  requireAdmin(actor);
  const normalised = await normaliseFields(input, deps.site);
  validateFields(normalised);
  if (!normalised.isDraft) validatePictureDescriptions(normalised);
  const content = await storeEmbeddedPictures(normalised.content, actor, deps);
  checkContentSize(content);
  return { ...normalised, content };
}

/**
 * Maps the fields to the columns of the table `articles`.
 *
 * @param before the version of the article that the read time was read from; null for a new article
 */
export function toColumns(
  fields: ArticleFields,
  before: PreviousReadTime | null,
): Omit<typeof articles.$inferInsert, 'id'> {
  const wordCount = countWords(fields.content);
  return {
    ...pickFields(fields),
    wordCount,
    ...resolveReadTime(fields, wordCount, before),
  };
}
