import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type ArticleLink, type ArticleSummary, RELATED_LIMIT } from './article.ts';
import type { FoundArticle } from './full-article.server.ts';
import { summaries, toSummary } from './queries.server.ts';
import { publishedArticles } from './tables.server.ts';

/**
 * What the page of an article would recommend if the article were published. The statement that reads a published article has the
 * same rule.
 */
export async function findRelated(
  db: Db,
  { id, sectionSlug, publishDate }: Pick<ArticleSummary, 'id' | 'sectionSlug' | 'publishDate'>,
): Promise<Pick<FoundArticle, 'related' | 'next'>> {
  const { categorySlug } = publishedArticles;
  const inSection = and(eq(categorySlug, sectionSlug), ne(publishedArticles.id, id));
  const same = await summaries(db).where(inSection).limit(RELATED_LIMIT);
  const missing = RELATED_LIMIT - same.length;
  const others = missing === 0 ? [] : await summaries(db).where(ne(categorySlug, sectionSlug)).limit(missing);
  const isOlder = sql`(${publishedArticles.publishDate}, ${publishedArticles.id}) < (${publishDate.toISOString()}::timestamptz, ${id}::uuid)`;
  const [older] = await summaries(db).where(and(inSection, isOlder)).limit(1);
  const related = [...same, ...others].map(toSummary);
  const next: ArticleLink | null = older === undefined ? (related[0] ?? null) : toSummary(older);
  return { related, next };
}
