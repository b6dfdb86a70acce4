import type { Actor } from '#domain/accounts/actor.ts';
import { requireSection } from '#domain/categories/require-section.server.ts';
import { storeEmbeddedPictures } from '#domain/images/embedded-pictures.server.ts';
import type { PictureDeps } from '#domain/images/uploading.server.ts';
import { type ArticleFields, pickFields } from './article-fields.ts';
import {
  cleanFields,
  sanitiseContent,
  type CurrentSiteDefaults,
  type SanitisedFields,
} from './cleaning.server.ts';
import { checkContentSize } from './content.server.ts';
import { validateFields, validatePictureDescriptions } from './field-validation.server.ts';
import { type PreviousReadTime, resolveReadTime } from './read-time.ts';
import { isSlugDerived } from './slug.ts';
import { countWords } from './visible-content.ts';

/** The dependencies of the commands that create and save articles. */
export interface ArticleDeps extends PictureDeps {
  readonly site: CurrentSiteDefaults;
}

/**
 * Prepares the fields of a request for storage. Call it before the transaction, because storing pictures is slow; the
 * last step, `toColumns`, needs the row that the transaction has locked.
 *
 * @param permission a query that rejects if the actor may not change the article. The content is sanitised meanwhile, in another
 *   thread. Its error comes first, and no picture is stored before it has ended.
 */
export async function prepareFields(
  deps: ArticleDeps,
  actor: Actor,
  input: ArticleFields,
  permission: Promise<void> = Promise.resolve(),
): Promise<SanitisedFields> {
  const cleaning = sanitiseContent(cleanFields(input, deps.site()));
  // Awaited below, unless the permission rejects.
  cleaning.catch(() => {});
  await permission;
  const { fields, notices } = await cleaning;
  validateFields(fields, isSlugDerived(input.slug));
  await requireSection(deps.database.db, fields.categorySlug);
  if (!fields.isDraft) validatePictureDescriptions(fields);
  // Only for input that is valid otherwise. The size is that of the result.
  const content = await storeEmbeddedPictures(fields.content, actor, deps);
  checkContentSize(content);
  return { fields: { ...fields, content }, notices };
}

/**
 * Derives word count and read time, and returns the columns of the table `articles`.
 *
 * @param before the version of the article that the read time was read from; null for a new article
 */
export function toColumns(
  fields: ArticleFields,
  before: PreviousReadTime | null,
): ArticleFields & { readonly wordCount: number } {
  const wordCount = countWords(fields.content);
  return {
    ...pickFields(fields),
    wordCount,
    ...resolveReadTime(fields, wordCount, before),
  };
}
