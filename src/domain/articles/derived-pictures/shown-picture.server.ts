import { and, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { publishedArticles } from '../tables.server.ts';
import { socialPictures } from './tables.server.ts';

/** Joins a published article with its social picture, unless that shows a former title or section. */
export const isShownSocialPicture = and(
  eq(socialPictures.articleId, publishedArticles.id),
  eq(socialPictures.state, 'stored'),
  eq(socialPictures.title, publishedArticles.title),
  eq(socialPictures.categorySlug, publishedArticles.categorySlug),
);

/** Path of a social picture. */
export const socialPicturePath = (key: string) => `/media/${key}`;

/** Path of the social picture of a published article; null without one of its title and section. */
export async function findSocialPicture(db: Db, articleId: string): Promise<string | null> {
  const [found] = await db
    .select({ key: socialPictures.key })
    .from(publishedArticles)
    .innerJoin(socialPictures, isShownSocialPicture)
    .where(eq(publishedArticles.id, articleId));
  return found === undefined ? null : socialPicturePath(found.key);
}
