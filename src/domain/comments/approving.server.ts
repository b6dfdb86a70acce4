import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { decide } from './decision.server.ts';

/** Shows a held comment to readers, or one that was deleted. */
export function approveComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, () => 'published');
}
