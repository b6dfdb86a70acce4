import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database } from '#platform/db/database.ts';
import { lockArticle } from './article-locks.server.ts';
import { requireChangePermission } from './article-permissions.server.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { recordDeletedSlugs } from './deleted-slugs.server.ts';
import { articles } from './tables.server.ts';

/**
 * Deletes an article with its comments, revisions and notes. Cannot be undone. Requests for the slugs at which it was public
 * are answered with 410.
 */
export async function deleteArticle(database: Database, actor: Actor, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    // Locked first: a concurrent transaction may publish it, and then its slug must be recorded too.
    const article = await lockArticle(tx, id);
    requireChangePermission(actor, article, { isDraft: true });
    await recordDeletedSlugs(tx, id);
    await tx.delete(articles).where(eq(articles.id, id));
    await recordEvent(tx, actor, { action: 'article_deleted', object: { id, name: article.title } });
    await invalidateArticle(tx, article, null);
  });
}
