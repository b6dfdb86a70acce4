import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { DEFAULT_AUTHOR_IMAGE, type FullArticle, type PublishedArticle, type TagSlugs } from './article.ts';
import { findSlugsOfTags } from './article-tags.server.ts';
import { describeBylines } from './authors/shown-authors.server.ts';
import {
  cleanFields,
  sanitiseContent,
  type CurrentSiteDefaults,
  type SiteDefaults,
} from './cleaning.server.ts';
import type { ArticleFields } from './article-fields.ts';
import { invalidFields } from './field-validation.server.ts';
import { renderArticle } from './full-article.server.ts';
import { findPictures, toPicture } from './pictures.server.ts';
import { type PreviousReadTime, resolveReadTime } from './read-time.ts';
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
export const PREVIEW_ID = '00000000-0000-0000-0000-000000000000';

/** What a preview takes from the stored article. */
export interface PreviewIdentity {
  readonly id: string;
  /** The date that readers would see. */
  readonly publishDate: Date;
  readonly updatedAt: Date;
  /** The version from which the read time was taken; null, or absent, for an article that is not stored. */
  readonly before?: PreviousReadTime | null;
}

/**
 * Renders unsaved fields the way a stored article is rendered for readers. Stores nothing and requires no field. The
 * publication date is `now`.
 */
export async function previewArticle(
  { database: { db }, site }: PreviewDeps,
  actor: Actor,
  input: ArticleFields,
  now: Date,
): Promise<ArticlePreview> {
  requireArticlePermission(actor, 'article.write', { createdBy: actor.userId });
  const current = site();
  const { fields } = await sanitiseContent(cleanFields(input, current));
  const identity = { id: PREVIEW_ID, publishDate: now, updatedAt: now };
  return renderPreview(db, await toPreviewedArticle({ db, site: current }, fields, identity));
}

/**
 * Unsaved fields as the article that readers would get.
 *
 * @param fields that `cleanFields` and `sanitiseContent` have returned
 */
export async function toPreviewedArticle(
  { db, site }: { readonly db: Db; readonly site: SiteDefaults },
  fields: ArticleFields,
  { id, publishDate, updatedAt, before = null }: PreviewIdentity,
): Promise<FullArticle> {
  const wordCount = countWords(fields.content);
  const text = {
    ...withoutInvalidValues(fields),
    bylines: requestedBylines(fields, { before: null, site }),
    wordCount,
    readTime: resolveReadTime(fields, wordCount, before).readTime,
  };
  return describeArticle(db, { ...text, id, updatedAt, isSample: false }, publishDate);
}

/** Values that cannot be rendered are left out: they can be previewed, but not saved. */
function withoutInvalidValues(fields: ArticleFields): ArticleFields {
  const invalid = invalidFields(fields);
  return {
    ...fields,
    ...(invalid.lang !== undefined && { lang: '' }),
    ...(invalid.image !== undefined && { image: '' }),
    ...(invalid.authorImage !== undefined && { authorImage: DEFAULT_AUTHOR_IMAGE }),
  };
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
  return renderPreview(db, await describeArticle(db, text, publishDate));
}

async function renderPreview(db: Db, article: FullArticle): Promise<ArticlePreview> {
  return {
    article: await renderArticle(db, article),
    tagSlugs: await findSlugsOfTags(db, article.tags),
  };
}

/** Adds the authors and the picture. */
async function describeArticle(db: Db, text: PreviewedText, publishDate: Date): Promise<FullArticle> {
  const { image, imageAlt, bylines } = text;
  const metadata = (await findPictures(db, [image])).get(image) ?? null;
  return {
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
    tags: text.tags,
    lang: text.lang,
    isSample: text.isSample,
    publishDate,
    updatedAt: text.updatedAt,
  };
}
