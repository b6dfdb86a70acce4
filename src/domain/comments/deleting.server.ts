import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { decide } from './decision.server.ts';

/**
 * Marks a comment as deleted and purges the cached pages that show it. The row stays until it is purged, so that the
 * comment can be restored and a duplicate of its text is recognized.
 */
export function deleteComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, ({ status }) => {
    if (status === 'deleted') throw new DomainError('not_found');
    return 'deleted';
  });
}
