import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import { recordEvent } from '../audit/record-event.server.ts';
import { changePeople } from '../people/people-lock.server.ts';
import { getPerson } from '../people/people-queries.server.ts';
import { session } from '../tables.server.ts';
import { secondFactors } from './tables.server.ts';

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/**
 * Removes the second factor of someone who has lost it, for an administrator. Throws `conflict` for the own one, which
 * needs both factors, and for someone who has none.
 */
export function resetPersonsSecondFactor({ database }: AccountDeps, actor: Actor, id: string): Promise<void> {
  return changePeople(database, actor, async (tx) => {
    const person = await getPerson(tx, id);
    if (id === actor.userId)
      throw new DomainError('conflict', 'Please change your own second factor under “Your account”.');
    if (!(await resetSecondFactor(tx, actor, person)))
      throw new DomainError('conflict', 'This person has no second factor.');
  });
}

/** Removes the second factor and ends all sessions. Resolves to false if there was none. Null: the command line. */
export async function resetSecondFactor(
  tx: Transaction,
  actor: Actor | null,
  { id, name }: NamedAccount,
): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, id))
    .returning({ userId: secondFactors.userId });
  if (removed.length === 0) return false;
  await tx.delete(session).where(eq(session.userId, id));
  await recordEvent(tx, actor, { action: 'second_factor_reset', object: { id, name } });
  return true;
}
