import { and, eq, sql } from 'drizzle-orm';
import { pictureUrlsIn } from '#domain/articles/body.server.ts';
import { renderStored } from '#domain/articles/html-processing.server.ts';
import { findPictures } from '#domain/articles/pictures.server.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.server.ts';
import type { ShownPage } from './page.ts';
import { type OwnPageRow, ownPages } from './tables.server.ts';

const publishedPage = prepared('own_page', (db) =>
  db
    .select()
    .from(ownPages)
    .where(and(eq(ownPages.id, sql.placeholder('id')), eq(ownPages.isDraft, false))),
);

export interface PublishedPage extends ShownPage, Pick<OwnPageRow, 'slug' | 'updatedAt'> {}

/** Finds a published page and renders its text. Null for an unknown page and a draft. */
export async function findPublishedPage(db: Db, id: string): Promise<PublishedPage | null> {
  const [page] = await publishedPage(db).execute({ id });
  if (page === undefined) return null;
  const { slug, updatedAt } = page;
  return { ...(await renderOwnPage(db, page)), slug, updatedAt };
}

/** Renders the text of a page as that of an article. Used for published pages and for previews. */
export async function renderOwnPage(
  db: Db,
  { title, excerpt, content, lang }: Pick<OwnPageRow, 'title' | 'excerpt' | 'content' | 'lang'>,
): Promise<ShownPage> {
  const pictures = await findPictures(db, pictureUrlsIn(content));
  return { title, excerpt, lang, body: await renderStored(content, pictures, lang) };
}
