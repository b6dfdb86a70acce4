import type { Actor } from '#domain/accounts/actor.ts';
import { requireSection } from '#domain/categories/require-section.server.ts';
import { storeEmbeddedPictures } from '#domain/images/embedded-pictures.server.ts';
import type { PictureDeps } from '#domain/images/uploading.server.ts';
import { type ArticleFields, pickFields } from './article-fields.ts';
import { cleanFields, sanitiseContent, type CurrentSiteDefaults } from './cleaning.server.ts';
import { checkContentSize } from './content.server.ts';
import { validateFields, validatePictureDescriptions } from './field-validation.server.ts';
import { type PreviousReadTime, resolveReadTime } from './read-time.ts';
import { countWords } from './visible-content.ts';

/** The dependencies of the commands that create and save articles. */
export interface ArticleDeps extends PictureDeps {
  readonly site: CurrentSiteDefaults;
}

type Step = (
  fields: ArticleFields,
  deps: ArticleDeps,
  actor: Actor,
) => ArticleFields | Promise<ArticleFields>;

/** These need no database. */
const CLEANING: readonly Step[] = [(fields, { site }) => cleanFields(fields, site()), sanitiseContent];

/** The order matters: pictures are stored only for input that is valid otherwise, and the size is that of the result. */
const CHECKS_AND_PICTURES: readonly Step[] = [
  check(validateFields),
  check(({ categorySlug }, { database }) => requireSection(database.db, categorySlug)),
  check((fields) => {
    if (!fields.isDraft) validatePictureDescriptions(fields);
  }),
  storePictures,
  check(({ content }) => checkContentSize(content)),
];

/** A step that changes nothing. `validate` throws for invalid fields. */
function check(validate: (fields: ArticleFields, deps: ArticleDeps) => void | Promise<void>): Step {
  return async (fields, deps) => {
    await validate(fields, deps);
    return fields;
  };
}

async function storePictures(fields: ArticleFields, deps: ArticleDeps, actor: Actor): Promise<ArticleFields> {
  return { ...fields, content: await storeEmbeddedPictures(fields.content, actor, deps) };
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
): Promise<ArticleFields> {
  const run = async (steps: readonly Step[], given: ArticleFields): Promise<ArticleFields> => {
    let fields = given;
    for (const step of steps) fields = await step(fields, deps, actor);
    return fields;
  };
  const cleaning = run(CLEANING, input);
  // Awaited below, unless the permission rejects.
  cleaning.catch(() => {});
  await permission;
  return run(CHECKS_AND_PICTURES, await cleaning);
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
