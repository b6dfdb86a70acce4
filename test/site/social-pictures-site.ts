import { eq } from 'drizzle-orm';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { PUBLIC_URL } from '../app.ts';
import type { DatabaseKind } from '../full.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { preparePicturesSite } from './pictures-site.ts';

/** The address of the picture that is drawn for an article. */
export const SOCIAL =
  /^http:\/\/127\.0\.0\.1:3000\/media\/social\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[\w-]{22}\.png$/;
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** What `answerTo` returns for a picture that does not exist. */
export const NOT_FOUND = [404, 'no-store'];

/** A site with what tests ask about the social pictures of its articles. */
export function prepareSocialPicturesSite(databaseKind: DatabaseKind) {
  const site = preparePicturesSite(databaseKind);
  const rowsOf = ({ id }: Pick<ApiArticle, 'id'>) =>
    site.app.database.db.select().from(socialPictures).where(eq(socialPictures.articleId, id));
  return Object.assign(site, {
    rowsOf,
    statusesOf: async (article: Pick<ApiArticle, 'id'>) => (await rowsOf(article)).map(({ state }) => state),
    redirectOf: async (url: string) => {
      const { status, headers } = await site.request(url);
      return [status, headers.get('location'), headers.get('cache-control')];
    },
    answerTo: async (url: string) => {
      const { status, headers } = await site.request(url);
      return [status, headers.get('cache-control')];
    },
  });
}

/** What `redirectOf` returns for a redirect to this URL. */
export const redirectTo = (url: string) => [302, url.slice(PUBLIC_URL.length), 'no-cache'];
