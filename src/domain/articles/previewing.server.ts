import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import type { PublishedArticle, TagSlugs } from './article.ts';
import { findSlugsOfTags } from './article-tags.server.ts';
import { describeBylines } from './authors/shown-authors.server.ts';
import { cleanFields, sanitiseContent, type CurrentSiteDefaults } from './cleaning.server.ts';
import type { ArticleFields } from './article-fields.ts';
import { renderArticle } from './full-article.server.ts';
import { findPictures, toPicture } from './pictures.server.ts';
import { resolveReadTime } from './read-time.ts';
import { requestedBylines } from './signing.server.ts';
import { countWords } from './visible-content.ts';

interface PreviewDeps {
  readonly database: Database;
  readonly site: CurrentSiteDefaults;
}

/** An article as its page would show it. */
export interface ArticlePreview {
  readonly article: PublishedArticle;
  /** Also of tags that no published article has yet. */
  readonly tagSlugs: TagSlugs;
}

/** Placeholder id: a previewed article is not stored. */
const PREVIEW_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Renders unsaved fields the way a stored article is rendered for readers. Stores nothing and requires no field. The
 * publication date is `now`.
 */
export async function previewArticle(
  { database, site }: PreviewDeps,
  actor: Actor,
  input: ArticleFields,
  now: Date,
): Promise<ArticlePreview> {
  requireArticlePermission(actor, 'article.write', { createdBy: actor.userId });
  const current = site();
  const fields = await sanitiseContent(cleanFields(input, current));
  const {
    categorySlug,
    isDraft: _isDraft,
    readTimeTyped: _typed,
    authorName: _name,
    image,
    imageAlt,
    ...shown
  } = fields;
  const bylines = requestedBylines(fields, { before: null, site: current });
  const wordCount = countWords(shown.content);
  const metadata = (await findPictures(database.db, [image])).get(image) ?? null;
  const article = await renderArticle(database.db, {
    ...shown,
    bylines,
    authors: await describeBylines(database.db, bylines),
    id: PREVIEW_ID,
    sectionSlug: categorySlug,
    readTime: resolveReadTime(fields, wordCount, null).readTime,
    wordCount,
    picture: toPicture({ image, imageAlt, metadata }),
    isSample: false,
    publishDate: now,
    updatedAt: now,
  });
  return { article, tagSlugs: await findSlugsOfTags(database.db, shown.tags) };
}
