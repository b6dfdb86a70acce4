import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ArticleFields } from './article-fields.ts';
import { mayRead } from './article-permissions.server.ts';
import { articleState, type ArticleState } from './article-state.ts';
import type { PausedSchedule, ScheduledAction } from './schedule/schedule.ts';
import { findPendingChanges } from './pending/newest-text.server.ts';
import { articles } from './tables.server.ts';

/** An article as the newsroom sees it, drafts included. */
export interface NewsroomArticle extends ArticleFields {
  readonly id: string;
  /** Increases by one with every save. */
  readonly revision: number;
  /** Null until it is first published. */
  readonly publishDate: Date | null;
  readonly state: ArticleState;
  /** The revision that readers see while the newest one has pending changes; null without such changes. */
  readonly liveRevision: number | null;
  /** Null unless it is in review. */
  readonly submittedAt: Date | null;
  /** When an editor returned it; null if it was submitted again or published since. */
  readonly returnedAt: Date | null;
  /** Null for nothing. */
  readonly scheduledAction: ScheduledAction | null;
  readonly scheduledAt: Date | null;
  /** What was scheduled by someone who may not publish it any more. */
  readonly pausedSchedule: PausedSchedule | null;
  /** Null unless it is in the trash. */
  readonly trashedAt: Date | null;
  readonly wordCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly createdByName: string | null;
  readonly updatedByName: string | null;
}

const creator = alias(user, 'creator');
const editor = alias(user, 'editor');

/**
 * The article with its newest text: the pending changes, if it has some, and who saved them when. Throws `not_found`, and
 * `forbidden` for an article that the actor may not read.
 */
export async function getNewsroomArticle(db: Db, actor: Actor, id: string): Promise<NewsroomArticle> {
  const [row] = await db
    .select({ article: articles, createdByName: creator.name, updatedByName: editor.name })
    .from(articles)
    .leftJoin(creator, eq(creator.id, articles.createdBy))
    .leftJoin(editor, eq(editor.id, articles.updatedBy))
    .where(eq(articles.id, id));
  if (row === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  const { article, ...names } = row;
  requireArticlePermission(actor, 'article.read', article);
  const pending = await findPendingChanges(db, article);
  return {
    ...article,
    ...names,
    ...(pending !== null && {
      ...pending.text,
      updatedAt: pending.savedAt,
      updatedByName: pending.savedByName,
    }),
    state: articleState(article),
  };
}

/** The title of an article, in the trash as well; null if there is none, or if the actor may not read it. */
export async function findReadableTitle(db: Db, actor: Actor, id: string): Promise<string | null> {
  const [article] = await db
    .select({ title: articles.title, createdBy: articles.createdBy, isDraft: articles.isDraft })
    .from(articles)
    .where(eq(articles.id, id));
  return article !== undefined && mayRead(actor, article) ? article.title : null;
}
