import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { articleBylines, articles, articleTags } from './tables.server.ts';

/** A filter of the article table that is not a part of its indexes: a search, an author, a tag. */
export interface TableFilter {
  /**
   * Selects `article_id` and `maximum` of every match. With more rows than `maximum`, some matches may be missing. Null if
   * there are too many to be sorted.
   */
  readonly matches: SQL | null;
  /** The same filter as a condition on `articles`. */
  readonly condition: SQL;
}

/** Articles of an author or with a tag that are read and sorted; of more, the table is scanned in its order. */
const MAX_SORTED = 8000;

/** The articles with a byline of this name, with or without a profile. */
export const authorFilter = (name: string): TableFilter => ({
  matches: sql`(
    select ${articleBylines.articleId} as article_id, ${MAX_SORTED}::int as maximum from ${articleBylines}
    where ${articleBylines.name} = ${name} limit ${MAX_SORTED + 1}
  )`,
  condition: sql`exists (
    select from ${articleBylines}
    where ${articleBylines.articleId} = ${articles.id} and ${articleBylines.name} = ${name} offset 0
  )`,
});

/** The articles with a tag, in any spelling with this slug. */
export async function tagFilter(db: Db, spelling: string): Promise<TableFilter> {
  const { rows } = await db.execute<{ slug: string }>(sql`select tag_slug(${spelling}) as slug`);
  const slug = rows[0]?.slug ?? '';
  const isTaggedDraft = sql`${articles.isDraft} and tag_slugs(${articles.tags}) @> array[${slug}::text]`;
  return {
    matches: sql`(
      select ${articleTags.articleId} as article_id, ${MAX_SORTED}::int as maximum from ${articleTags}
      where ${articleTags.slug} = ${slug} limit ${MAX_SORTED + 1}
    ) union all (
      select ${articles.id}, ${MAX_SORTED}::int from ${articles} where ${isTaggedDraft} limit ${MAX_SORTED + 1}
    )`,
    condition: sql`(${isTaggedDraft} or exists (
      select from ${articleTags} where ${articleTags.articleId} = ${articles.id} and ${articleTags.slug} = ${slug} offset 0
    ))`,
  };
}
