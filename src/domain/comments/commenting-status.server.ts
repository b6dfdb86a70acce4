import { type Column, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { isSlug } from '#domain/articles/slug.ts';
import { articles, articleSlugs, publishedArticles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Settings } from '#domain/site/settings.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { closedCommenting } from './tables.server.ts';

type ClosingRule = Pick<Settings, 'comment_close_after_days'>;

/** A published article, and whether it accepts comments now. */
export interface CommentedArticle {
  readonly id: string;
  readonly slug: string;
  readonly isOpen: boolean;
}

/**
 * Finds published articles by their slugs or former slugs, because a page may have been open since before the change.
 * The result has no entry for drafts and unknown slugs.
 */
export async function findCommentedArticles(
  db: Db,
  slugs: readonly string[],
  rule: ClosingRule,
): Promise<ReadonlyMap<string, CommentedArticle>> {
  const asked = [...new Set(slugs)].filter(isSlug);
  const fields = {
    id: publishedArticles.id,
    slug: publishedArticles.slug,
    isOpen: isOpen(rule.comment_close_after_days),
  };
  const isClosed = eq(closedCommenting.articleId, publishedArticles.id);
  const current = await db
    .select(fields)
    .from(publishedArticles)
    .leftJoin(closedCommenting, isClosed)
    .where(isOneOf(publishedArticles.slug, asked));
  const found = new Map<string, CommentedArticle>(current.map((article) => [article.slug, article]));
  const unknown = asked.filter((slug) => !found.has(slug));
  if (unknown.length === 0) return found;
  const moved = await db
    .select({ ...fields, formerSlug: articleSlugs.slug })
    .from(publishedArticles)
    .innerJoin(articleSlugs, eq(articleSlugs.articleId, publishedArticles.id))
    .leftJoin(closedCommenting, isClosed)
    .where(isOneOf(articleSlugs.slug, unknown));
  for (const { formerSlug, ...article } of moved) found.set(formerSlug, article);
  return found;
}

/** As `inArray`, but with the same SQL text for any number of values, so that the statement stays prepared. */
const isOneOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`;

/**
 * SQL condition: whether an article accepts comments. Uses the clock of the database, as the view of published articles
 * does.
 *
 * @param days after which an article accepts no more comments; null: never
 */
export function isOpen(days: number | null | Placeholder) {
  const isTooOld = sql`${publishedArticles.publishDate} <= now() - make_interval(days => ${days}::int)`;
  return sql<boolean>`${closedCommenting.articleId} is null and not coalesce(${isTooOld}, false)`;
}

/** Whether a moderator has left comments open. Ignores the age of the article. */
export async function getCommentingStatus(db: Db, articleId: string): Promise<{ readonly open: boolean }> {
  const [row] = await db
    .select({ open: sql<boolean>`${closedCommenting.articleId} is null` })
    .from(articles)
    .leftJoin(closedCommenting, eq(closedCommenting.articleId, articles.id))
    .where(eq(articles.id, articleId))
    .limit(1);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Opens or closes the comments of an article. Existing comments stay visible. */
export async function setCommenting(
  database: Database,
  actor: Actor,
  { articleId, open }: { readonly articleId: string; readonly open: boolean },
): Promise<void> {
  requirePermission(actor, 'comment.moderate');
  await database.transaction(async (tx) => {
    const [article] = await tx
      .select({ id: articles.id, title: articles.title })
      .from(articles)
      .where(eq(articles.id, articleId))
      .limit(1)
      .for('key share');
    if (article === undefined) throw new DomainError('not_found');
    if (open) await tx.delete(closedCommenting).where(eq(closedCommenting.articleId, articleId));
    else
      await tx.insert(closedCommenting).values({ articleId, closedBy: actor.userId }).onConflictDoNothing();
    await recordEvent(tx, actor, {
      action: 'commenting_changed',
      object: { id: articleId, name: article.title },
      detail: open ? 'open' : 'closed',
    });
    tx.invalidate(pageTags.article(articleId));
  });
}
