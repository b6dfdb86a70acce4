import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { decide } from './decision.server.ts';

/** Makes a comment what it was before the last decision. Refuses (`conflict`) when there is none. */
export function takeBackDecision(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, commentId, ({ statusBefore }) => {
    if (statusBefore === null) throw new Refusal('conflict', 'There is no decision to take back.');
    return statusBefore;
  });
}
