import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { storeEmbeddedPictures } from '#domain/images/embedding.server.ts';
import type { PictureParts } from '#domain/images/uploading.server.ts';
import { checkDescriptions, checkManuscript, cleanManuscript, type HouseStyle } from './checking.server.ts';
import { checkContentSize } from './content.server.ts';
import type { Manuscript } from './manuscript.ts';
import { type ReadTimeBefore, readTimeOf } from './read-time.ts';
import { countWords } from './sanitise.server.ts';
import type { articles } from './tables.server.ts';

/** What the commands of articles work with. */
export interface DeskParts extends PictureParts {
  readonly site: HouseStyle;
}

/**
 * Makes of what was handed in what may be stored: cleaned, checked, pictures that stood in the text in the store. Before
 * any transaction, because pictures take their time.
 */
export async function prepareManuscript(
  parts: DeskParts,
  actor: Actor,
  given: Manuscript,
): Promise<Manuscript> {
  requireEditor(actor);
  const clean = await cleanManuscript(given, parts.site);
  checkManuscript(clean);
  if (!clean.isDraft) checkDescriptions(clean);
  const content = await storeEmbeddedPictures(clean.content, actor, parts);
  checkContentSize(content);
  return { ...clean, content };
}

/**
 * The columns a manuscript fills.
 *
 * @param before the version that the read time of the manuscript was taken from; null for a new article
 */
export function columnsOf(
  { sectionSlug, tags, ...manuscript }: Manuscript,
  before: ReadTimeBefore | null,
): Omit<typeof articles.$inferInsert, 'id'> {
  const wordCount = countWords(manuscript.content);
  return {
    ...manuscript,
    tags: [...tags],
    categorySlug: sectionSlug,
    wordCount,
    ...readTimeOf(manuscript, wordCount, before),
  };
}
