import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { decide } from './decision.server.ts';

/**
 * Takes a comment out. No page shows it even once more; its row stays for a while, so that it can be brought back and the
 * same text is known when it is posted again.
 */
export function deleteComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, ({ status }) => {
    if (status === 'deleted') throw new Refusal('not_found');
    return 'deleted';
  });
}
