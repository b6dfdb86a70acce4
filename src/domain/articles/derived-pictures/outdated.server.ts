import { and, desc, eq, sql } from 'drizzle-orm';
import type { CropShape } from '#domain/images/crops.ts';
import type { Picture } from '#domain/images/image.ts';
import { images, pictureCrops } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { publishedArticles } from '../tables.server.ts';
import { socialPictures } from './tables.server.ts';

/** A public article, with what decides about its derived pictures. */
export interface ArticleWithPictures {
  readonly id: string;
  readonly title: string;
  readonly sectionSlug: string;
  readonly lang: string;
  readonly publishDate: Date;
  /** Its lead picture; null without one in the picture store. */
  readonly picture: Pick<Picture, 'url' | 'width' | 'height' | 'widths'> | null;
  /** The crops of it that exist; null for none. */
  readonly crops: readonly CropShape[] | null;
  /** Its stored social pictures, at most one of each shape. */
  readonly social: readonly StoredSocialPicture[];
}

export type StoredSocialPicture = Pick<
  typeof socialPictures.$inferSelect,
  'key' | 'shape' | 'title' | 'categorySlug' | 'design'
>;

const select = (db: Db) =>
  db
    .select({
      id: publishedArticles.id,
      title: publishedArticles.title,
      sectionSlug: publishedArticles.categorySlug,
      lang: publishedArticles.lang,
      publishDate: sql<Date>`${publishedArticles.publishDate}`.mapWith(publishedArticles.publishDate),
      picture: { url: images.url, width: images.width, height: images.height, widths: images.widths },
      crops: pictureCrops.shapes,
      social: rowsOf(storedSocialPictures(db)),
    })
    .from(publishedArticles)
    .leftJoin(images, and(eq(images.url, publishedArticles.image), eq(images.state, 'stored')))
    .leftJoin(pictureCrops, eq(pictureCrops.imageId, images.id));

const storedSocialPictures = (db: Db) =>
  db
    .select({
      key: socialPictures.key,
      shape: socialPictures.shape,
      title: socialPictures.title,
      categorySlug: socialPictures.categorySlug,
      design: socialPictures.design,
    })
    .from(socialPictures)
    .where(and(eq(socialPictures.articleId, publishedArticles.id), eq(socialPictures.state, 'stored')));

/** Null if the article with this id is not public. */
export async function findArticleWithPictures(db: Db, id: string): Promise<ArticleWithPictures | null> {
  const [row] = await select(db).where(eq(publishedArticles.id, id));
  return row ?? null;
}

/** Public articles, newest first. */
export function listArticlesWithPictures(
  db: Db,
  after: Pick<ArticleWithPictures, 'id' | 'publishDate'> | null,
  limit: number,
): Promise<ArticleWithPictures[]> {
  const older =
    after === null
      ? undefined
      : sql`(${publishedArticles.publishDate}, ${publishedArticles.id}) < (${after.publishDate.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return select(db)
    .where(older)
    .orderBy(desc(publishedArticles.publishDate), desc(publishedArticles.id))
    .limit(limit);
}

/** The ids of articles that are not public and have social pictures, or remains of them. */
export async function listArticlesToClear(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: socialPictures.articleId })
    .from(socialPictures)
    .where(
      sql`${socialPictures.state} <> 'stored' or not exists (select from ${publishedArticles} where ${publishedArticles.id} = ${socialPictures.articleId})`,
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}
