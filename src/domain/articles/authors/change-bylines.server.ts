import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { type Byline, bylineText, uniqueBylines } from '../bylines.ts';
import { articleBylines, articles } from '../tables.server.ts';

/** Articles per statement. */
const BATCH_SIZE = 500;

/**
 * Changes the bylines of all articles of an author, drafts included. Adds no revision: the text of an article is not a
 * different one when its author has another name. Requires `lockAuthors`. Revisions keep the name of their time.
 */
export async function changeBylines(
  tx: Transaction,
  authorId: string,
  change: (byline: Byline) => Byline,
): Promise<void> {
  const found = await tx
    .selectDistinct({ id: articleBylines.articleId })
    .from(articleBylines)
    .where(eq(articleBylines.authorId, authorId))
    .orderBy(asc(articleBylines.articleId));
  for (let start = 0; start < found.length; start += BATCH_SIZE) {
    const ids = found.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    const rows = await tx
      .select({ id: articles.id, bylines: articles.bylines })
      .from(articles)
      .where(inArray(articles.id, ids))
      .orderBy(asc(articles.id))
      .for('update');
    const changed = rows.map(({ id, bylines }) => {
      const next = uniqueBylines(
        bylines.map((byline) => (byline.author === authorId ? change(byline) : byline)),
      );
      return { id, bylines: next, author_name: bylineText(next) };
    });
    await tx.execute(sql`
      update ${articles} set bylines = changed.bylines, author_name = changed.author_name
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed(id uuid, bylines jsonb, author_name text)
      where ${articles.id} = changed.id`);
  }
}
