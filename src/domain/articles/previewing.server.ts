import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { PublishedArticle, TagSlugs } from './article.ts';
import { findSlugsOfTags } from './article-tags.server.ts';
import { describeBylines } from './authors/shown-authors.server.ts';
import { cleanFields, sanitiseContent, type CurrentSiteDefaults } from './cleaning.server.ts';
import type { ArticleFields } from './article-fields.ts';
import { renderArticle } from './full-article.server.ts';
import { findPictures, toPicture } from './pictures.server.ts';
import { resolveReadTime } from './read-time.ts';
import { requestedBylines } from './signing.server.ts';
import type { ArticleRow } from './tables.server.ts';
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
  const bylines = requestedBylines(fields, { before: null, site: current });
  const wordCount = countWords(fields.content);
  const { readTime } = resolveReadTime(fields, wordCount, null);
  const unstored = { id: PREVIEW_ID, isSample: false, updatedAt: now };
  return renderStoredPreview(database.db, { ...fields, ...unstored, bylines, wordCount, readTime }, now);
}

/** The columns of an article that its page shows. */
type PreviewedText = Omit<ArticleFields, 'authorName' | 'isDraft' | 'readTimeTyped' | 'bylines'> &
  Pick<ArticleRow, 'id' | 'isSample' | 'updatedAt' | 'wordCount'> &
  Pick<PublishedArticle, 'bylines'>;

/** Renders a stored text that readers cannot see, as they would. The caller checks the permission. */
export async function renderStoredPreview(
  db: Db,
  text: PreviewedText,
  publishDate: Date,
): Promise<ArticlePreview> {
  const { image, imageAlt, bylines, tags } = text;
  const metadata = (await findPictures(db, [image])).get(image) ?? null;
  const article = await renderArticle(db, {
    id: text.id,
    slug: text.slug,
    title: text.title,
    excerpt: text.excerpt,
    content: text.content,
    sectionSlug: text.categorySlug,
    bylines,
    authors: await describeBylines(db, bylines),
    authorImage: text.authorImage,
    readTime: text.readTime,
    wordCount: text.wordCount,
    featured: text.featured,
    picture: toPicture({ image, imageAlt, metadata }),
    tags,
    lang: text.lang,
    isSample: text.isSample,
    publishDate,
    updatedAt: text.updatedAt,
  });
  return { article, tagSlugs: await findSlugsOfTags(db, tags) };
}
