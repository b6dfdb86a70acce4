import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { sanitiseStored } from './html-processing.server.ts';
import { countPublished, listPageIds, newestFirst, pageCountFor } from './queries.server.ts';
import { isSlug } from './slug.ts';
import { publishedArticles } from './tables.server.ts';

/** A published article in a list of the public API: the fields that a card on a page shows. */
export interface PublicCard {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly sectionSlug: SectionSlug;
  readonly publishDate: Date;
  readonly readTime: string;
  readonly image: string;
  readonly imageAlt: string;
  /** BCP 47; empty for the language of the site. */
  readonly lang: string;
  /** Pixels; null for a picture that is not in the picture store. */
  readonly imageSize: { readonly width: number; readonly height: number } | null;
}

export interface PublicArticle extends PublicCard {
  /** Sanitised HTML as stored. URLs of pictures in the picture store are paths. */
  readonly content: string;
  readonly tags: readonly string[];
  readonly featured: boolean;
  readonly authorName: string;
  readonly authorImage: string;
  readonly wordCount: number;
  readonly updatedAt: Date;
}

export interface PublicListing {
  readonly articles: readonly PublicCard[];
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

interface PublicListingQuery {
  readonly section: SectionSlug | null;
  /** Null for featured and other articles. */
  readonly featured: boolean | null;
  readonly page: number;
}

const cardColumns = {
  id: publishedArticles.id,
  slug: publishedArticles.slug,
  title: publishedArticles.title,
  excerpt: publishedArticles.excerpt,
  categorySlug: publishedArticles.categorySlug,
  publishDate: publishedArticles.publishDate,
  readTime: publishedArticles.readTime,
  image: publishedArticles.image,
  imageAlt: publishedArticles.imageAlt,
  lang: publishedArticles.lang,
  imageSize: { width: images.width, height: images.height },
};

/** Newest first, 12 a page. */
export async function listPublic(
  db: Db,
  { section, featured, page }: PublicListingQuery,
): Promise<PublicListing> {
  const filter = and(
    section === null ? undefined : eq(publishedArticles.categorySlug, section),
    featured === null ? undefined : eq(publishedArticles.featured, featured),
  );
  // The stored counts do not distinguish featured articles. Those are few and have their own index.
  const total = await (featured === null
    ? countPublished(db, section ?? undefined)
    : db.$count(publishedArticles, filter));
  const articles = await listCards(db, filter, page);
  return { articles, total, page, pageCount: pageCountFor(total) };
}

async function listCards(db: Db, filter: SQL | undefined, page: number): Promise<PublicCard[]> {
  const ids = await listPageIds(db, page, filter);
  if (ids.length === 0) return [];
  const rows = await db
    .select(cardColumns)
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(inArray(publishedArticles.id, ids))
    .orderBy(...newestFirst);
  return rows.map(toCard);
}

/** Null for an unknown slug and for a draft. */
export async function findPublic(db: Db, slug: string): Promise<PublicArticle | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select({
      ...cardColumns,
      content: publishedArticles.content,
      tags: publishedArticles.tags,
      featured: publishedArticles.featured,
      authorName: publishedArticles.authorName,
      authorImage: publishedArticles.authorImage,
      wordCount: publishedArticles.wordCount,
      updatedAt: publishedArticles.updatedAt,
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(eq(publishedArticles.slug, slug));
  if (row === undefined) return null;
  // Sanitised again, because stored HTML may have been sanitised under older rules.
  return { ...row, ...toCard(row), content: await sanitiseStored(row.content) };
}

interface CardRow extends Omit<PublicCard, 'sectionSlug' | 'publishDate' | 'imageAlt'> {
  readonly imageAlt: string | null;
  readonly categorySlug: string;
  readonly publishDate: Date | null;
}

function toCard({ categorySlug, publishDate, imageAlt, ...row }: CardRow): PublicCard {
  if (publishDate === null) throw new Error(`Published article without a date: ${row.id}`);
  return { ...row, publishDate, imageAlt: imageAlt ?? '', sectionSlug: getSection(categorySlug).slug };
}
