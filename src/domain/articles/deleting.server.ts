import { eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { announceChange } from './announcing.server.ts';
import { recordDeletedSlugs } from './deleted-slugs.server.ts';
import { articles } from './tables.server.ts';

/**
 * Deletes an article with its comments and revisions. Cannot be undone. The addresses at which readers could see it answer
 * 410 from then on.
 */
export async function deleteArticle(database: Database, actor: Actor, id: string): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    // Held first: somebody may be publishing it at this moment, and then the address is to be recorded as well.
    await tx.select({ id: articles.id }).from(articles).where(eq(articles.id, id)).for('update');
    await recordDeletedSlugs(tx, id);
    const [removed] = await tx.delete(articles).where(eq(articles.id, id)).returning();
    if (removed === undefined) throw new Refusal('not_found', 'This article is not there any more.');
    await announceChange(tx, removed, null);
  });
}
