import { and, asc, desc, eq, exists, inArray, isNotNull, type Placeholder, sql } from 'drizzle-orm';
import { images } from '#domain/images/tables.server.ts';
import { organizationBylines } from '#domain/site/tables.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { fixedLimit, preparedPages } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import type { ArticleSummary } from '../article.ts';
import { toPicture } from '../pictures.server.ts';
import { PAGE_SIZE, summaries, toSummary } from '../queries.server.ts';
import { isSlug } from '../slug.ts';
import { articleBylines, publishedArticles } from '../tables.server.ts';
import type { AuthorProfile } from './author.ts';
import { portraitColumns } from './shown-authors.server.ts';
import { authors, authorSlugs } from './tables.server.ts';

/** A profile with one page of the published articles of its author, newest first. */
export interface AuthorListing {
  readonly author: AuthorProfile;
  readonly articles: readonly ArticleSummary[];
  readonly total: number;
  readonly page: number;
  /** At least 1, also when nothing is published. */
  readonly pageCount: number;
}

const authorListing = preparedPages('author_listing', (db, before) =>
  db
    .select({
      id: authors.id,
      slug: authors.slug,
      name: authors.name,
      bio: authors.bio,
      picture: authors.picture,
      pictureAlt: authors.pictureAlt,
      links: authors.links,
      organization: organizationBylines.name,
      metadata: portraitColumns,
      articles: rowsOf(summaries(db).where(inArray(publishedArticles.id, articleIds(db, before)))),
      total: sql<number>`(select count(*)::int from ${articleBylines} where ${isPublishedByAuthor})`,
    })
    .from(authors)
    .leftJoin(images, eq(images.url, authors.picture))
    .leftJoin(organizationBylines, eq(organizationBylines.name, authors.name))
    .where(eq(authors.slug, sql.placeholder('slug'))),
);

const isPublishedByAuthor = and(
  eq(articleBylines.authorId, authors.id),
  isNotNull(articleBylines.publishDate),
);

/** The ids of one page, read from the index of bylines alone. */
const articleIds = (db: Db, before: number | Placeholder) =>
  db
    .select({ id: articleBylines.articleId })
    .from(articleBylines)
    .where(isPublishedByAuthor)
    .orderBy(desc(articleBylines.publishDate), desc(articleBylines.articleId))
    .limit(fixedLimit(PAGE_SIZE))
    .offset(before);

/** Null for an unknown slug. */
export async function findAuthorListing(
  db: Db,
  slug: string,
  { page }: { readonly page: number },
): Promise<AuthorListing | null> {
  if (!isSlug(slug)) return null;
  const before = pageOffset(page, PAGE_SIZE);
  const [row] = await authorListing(db, before).execute({ slug, before });
  if (row === undefined) return null;
  const { articles, total, picture, pictureAlt, organization, metadata, ...profile } = row;
  return {
    author: {
      ...profile,
      picture: toPicture({ image: picture, imageAlt: pictureAlt, metadata }),
      isOrganization: organization !== null,
    },
    articles: articles.map(toSummary),
    total,
    page,
    pageCount: countPages(total, PAGE_SIZE),
  };
}

/** Null for an unknown slug. */
export async function findAuthor(
  db: Db,
  slug: string,
): Promise<Pick<AuthorProfile, 'id' | 'slug' | 'name'> | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select({ id: authors.id, slug: authors.slug, name: authors.name })
    .from(authors)
    .where(eq(authors.slug, slug));
  return row ?? null;
}

/** The author who previously had this slug. */
export async function findAuthorByFormerSlug(
  db: Db,
  slug: string,
): Promise<{ readonly id: string; readonly slug: string } | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select({ id: authors.id, slug: authors.slug })
    .from(authorSlugs)
    .innerJoin(authors, eq(authors.id, authorSlugs.authorId))
    .where(eq(authorSlugs.slug, slug));
  return row ?? null;
}

/** The slugs of authors by id. */
export async function findAuthorSlugs(
  db: Db | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: authors.id, slug: authors.slug })
    .from(authors)
    .where(inArray(authors.id, [...ids]));
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** The slugs of the oldest `limit` authors of published articles, for the sitemap. Nothing links to the page of another one. */
export async function listAuthorSlugs(db: Db, limit: number): Promise<string[]> {
  const published = db
    .select({ id: articleBylines.articleId })
    .from(articleBylines)
    .where(isPublishedByAuthor);
  const rows = await db
    .select({ slug: authors.slug })
    .from(authors)
    .where(exists(published))
    .orderBy(asc(authors.id))
    .limit(limit);
  return rows.map(({ slug }) => slug);
}
