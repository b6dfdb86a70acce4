import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { decide } from './decision.server.ts';

/** Restores the state of a comment before the last decision. Throws `conflict` if there is none. */
export function undoDecision(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, ({ statusBefore }) => {
    if (statusBefore === null) throw new DomainError('conflict', 'There is no decision to undo.');
    return statusBefore;
  });
}
