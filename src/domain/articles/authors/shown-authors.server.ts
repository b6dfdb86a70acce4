import { asc, eq, inArray } from 'drizzle-orm';
import { images } from '#domain/images/tables.server.ts';
import { organizationBylines } from '#domain/site/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { authorIdsOf, type Byline } from '../bylines.ts';
import { toPicture } from '../pictures.server.ts';
import { articleBylines, publishedArticles } from '../tables.server.ts';
import type { ShownAuthor } from './author.ts';
import { authors } from './tables.server.ts';

/** The metadata of the picture of an author, for a query that joins `images` by its URL. */
export const portraitColumns = {
  width: images.width,
  height: images.height,
  widths: images.widths,
  color: images.color,
  placeholder: images.placeholder,
};

/** The authors of a published article in order, as one column of the statement that reads the article. */
export const authorRows = (db: Db) =>
  rowsOf(
    db
      .select({
        name: articleBylines.name,
        slug: authors.slug,
        picture: authors.picture,
        pictureAlt: authors.pictureAlt,
        organization: organizationBylines.name,
        metadata: portraitColumns,
      })
      .from(articleBylines)
      .leftJoin(authors, eq(authors.id, articleBylines.authorId))
      .leftJoin(images, eq(images.url, authors.picture))
      .leftJoin(organizationBylines, eq(organizationBylines.name, articleBylines.name))
      .where(eq(articleBylines.articleId, publishedArticles.id))
      .orderBy(asc(articleBylines.position)),
  );

export interface BylineRow {
  readonly name: string;
  readonly slug: string | null;
  readonly picture: string | null;
  readonly pictureAlt: string | null;
  /** The name, if it is one of the publication. */
  readonly organization: string | null;
  readonly metadata: Parameters<typeof toPicture>[0]['metadata'];
}

export function toShownAuthor({
  name,
  slug,
  picture,
  pictureAlt,
  organization,
  metadata,
}: BylineRow): ShownAuthor {
  const shown = toPicture({ image: picture ?? '', imageAlt: pictureAlt, metadata });
  return { name, slug, picture: shown, isOrganization: organization !== null };
}

/** The authors of bylines that are not stored. An author who does not exist is shown by name. */
export async function describeBylines(db: Db, bylines: readonly Byline[]): Promise<ShownAuthor[]> {
  const ids = authorIdsOf(bylines);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ author: authors, metadata: portraitColumns })
          .from(authors)
          .leftJoin(images, eq(images.url, authors.picture))
          .where(inArray(authors.id, ids));
  const organizations = await findOrganizations(db, [
    ...bylines.map(({ name }) => name),
    ...rows.map(({ author }) => author.name),
  ]);
  return bylines.map((byline) => {
    const row = rows.find(({ author }) => author.id === byline.author);
    const { name = byline.name, slug = null, picture = null, pictureAlt = null } = row?.author ?? {};
    const organization = organizations.has(name) ? name : null;
    return toShownAuthor({ name, slug, picture, pictureAlt, organization, metadata: row?.metadata ?? null });
  });
}

async function findOrganizations(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { name } = organizationBylines;
  const rows = await db
    .select({ name })
    .from(organizationBylines)
    .where(inArray(name, [...names]));
  return new Set(rows.map((row) => row.name));
}
