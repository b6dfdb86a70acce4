import { and, asc, eq, lt, ne, sql } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { articles } from '../tables.server.ts';
import { articlePresence } from './tables.server.ts';

/** Longer than the interval at which browsers run timers of hidden tabs, which is a minute. */
const PRESENCE_SECONDS = 90;
/** A repeated request within this time writes nothing. */
const REPEAT_SECONDS = 5;
/** People that are listed at most. */
const LIST_LIMIT = 20;

/** Another user who has the article open. */
export interface PresentEditor {
  readonly name: string;
  readonly since: Date;
}

/**
 * Records that the actor has the article open, until 90 seconds have passed without another call, and returns who else has,
 * the first one first. Throws `forbidden` for an article that the actor may not read, and `not_found`, also for one in the
 * trash.
 */
export async function enterArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  id: string,
): Promise<readonly PresentEditor[]> {
  const now = clock();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return database.transaction(async (tx) => {
    await requireOpenable(tx, actor, id);
    const entry = { articleId: id, userId: actor.userId, openedAt: now, seenAt: now };
    // Of all articles, so that the table has only rows of open editors.
    await tx.delete(articlePresence).where(lt(articlePresence.seenAt, before(PRESENCE_SECONDS)));
    await tx
      .insert(articlePresence)
      .values(entry)
      .onConflictDoUpdate({
        target: [articlePresence.articleId, articlePresence.userId],
        set: { seenAt: now },
        setWhere: lt(articlePresence.seenAt, before(REPEAT_SECONDS)),
      });
    return tx
      .select({ name: user.name, since: articlePresence.openedAt })
      .from(articlePresence)
      .innerJoin(user, eq(user.id, articlePresence.userId))
      .where(and(eq(articlePresence.articleId, id), ne(articlePresence.userId, actor.userId)))
      .orderBy(asc(articlePresence.openedAt), asc(articlePresence.userId))
      .limit(LIST_LIMIT);
  });
}

/** Ends it before the time has passed. */
export async function leaveArticle(
  { database }: Pick<CommandDeps, 'database'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.transaction((tx) =>
    tx
      .delete(articlePresence)
      .where(and(eq(articlePresence.articleId, id), eq(articlePresence.userId, actor.userId))),
  );
}

/** Also prevents the deletion of the article until the transaction ends. */
async function requireOpenable(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const [article] = await tx
    .select({ createdBy: articles.createdBy, isTrashed: sql<boolean>`${articles.trashedAt} is not null` })
    .from(articles)
    .where(eq(articles.id, id))
    .for('key share');
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  requireArticlePermission(actor, 'article.read', article);
  if (article.isTrashed) throw new DomainError('not_found', 'This article is in the trash.');
}
