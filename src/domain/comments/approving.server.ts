import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { decide } from './decision.server.ts';

/** Publishes a pending or deleted comment. */
export function approveComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, () => 'published');
}
