import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type Byline, bylineText, isSameBylines } from '../bylines.ts';
import { findCurrentBylines } from '../signing.server.ts';
import { articleRevisions, type ArticleRow } from '../tables.server.ts';

/** The changes of a published article that are saved for later. */
export interface PendingChanges {
  /** The fields of the article with these changes. `isDraft` is that of the article. */
  readonly text: ArticleText;
  readonly savedAt: Date;
  /** Null if the account was deleted. */
  readonly savedByName: string | null;
}

/** The columns of an article that a save changes. */
export type ArticleText = Omit<
  typeof articleRevisions.$inferSelect,
  'articleId' | 'revision' | 'savedBy' | 'savedAt' | 'restoredFrom' | 'isPending'
>;

const live = alias(articleRevisions, 'live');

/** Null if the article has no changes that are saved for later. */
export async function findPendingChanges(
  db: Db | Transaction,
  article: ArticleRow,
): Promise<PendingChanges | null> {
  if (article.liveRevision === null) return null;
  const [found] = await db
    .select({ pending: articleRevisions, bylinesBefore: live.bylines, savedByName: user.name })
    .from(articleRevisions)
    .leftJoin(
      live,
      and(eq(live.articleId, articleRevisions.articleId), eq(live.revision, article.liveRevision)),
    )
    .leftJoin(user, eq(user.id, articleRevisions.savedBy))
    .where(and(eq(articleRevisions.articleId, article.id), eq(articleRevisions.revision, article.revision)));
  if (found === undefined) throw new Error(`The pending changes of article ${article.id} are missing`);
  const { articleId: _id, revision: _revision, savedBy: _savedBy, savedAt, ...rest } = found.pending;
  const { restoredFrom: _from, isPending: _isPending, ...fields } = rest;
  const bylines = await currentBylines(db, article, fields.bylines, found.bylinesBefore);
  const text = { ...fields, bylines, authorName: bylineText(bylines), isDraft: article.isDraft };
  return { text, savedAt, savedByName: found.savedByName };
}

/**
 * The article as it is edited next: with the changes that are saved for later, if there are any. All other columns are those of
 * the row.
 */
export async function findNewestText(db: Db | Transaction, article: ArticleRow): Promise<ArticleRow> {
  return { ...article, ...(await findPendingChanges(db, article))?.text };
}

/**
 * Names of authors change, and names are linked to profiles, without a revision. Bylines that the changes leave as they were
 * follow the article; of others, authors have their current names, and those who no longer exist are names without a profile.
 */
async function currentBylines(
  db: Db | Transaction,
  article: ArticleRow,
  pending: Byline[],
  before: readonly Byline[] | null,
): Promise<Byline[]> {
  const isUnchanged = before !== null && isSameBylines(pending, before);
  return isUnchanged ? article.bylines : findCurrentBylines(db, pending);
}
