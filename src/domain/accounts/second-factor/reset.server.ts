import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import { revokeAllTokens } from '../api-tokens/stored-tokens.server.ts';
import { recordEvent } from '../audit/record-event.server.ts';
import { changePeople } from '../people/people-lock.server.ts';
import { getPerson } from '../people/people-queries.server.ts';
import { session } from '../tables.server.ts';
import { deleteSecondFactors } from './stored-factors.server.ts';

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/**
 * Removes the second factors of someone who has lost them, for an administrator. Throws `conflict` for the own one, which
 * needs both factors, and for someone who has none.
 */
export function resetPersonsSecondFactor(
  { database, clock }: AccountDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  return changePeople(database, actor, async (tx) => {
    const person = await getPerson(tx, id);
    if (id === actor.userId)
      throw new DomainError('conflict', 'Please change your own second factor under “Your account”.');
    if (!(await resetSecondFactor(tx, actor, person, clock())))
      throw new DomainError('conflict', 'This person has no second factor.');
  });
}

/**
 * Removes the app, all passkeys and the recovery codes, revokes all API tokens and ends all sessions. Resolves to false if there was no second
 * factor.
 *
 * @param actor null for the command line
 */
export async function resetSecondFactor(
  tx: Transaction,
  actor: Actor | null,
  { id, name }: NamedAccount,
  now: Date,
): Promise<boolean> {
  if (!(await deleteSecondFactors(tx, id))) return false;
  await tx.delete(session).where(eq(session.userId, id));
  await revokeAllTokens(tx, actor, id, now);
  await recordEvent(tx, actor, { action: 'second_factor_reset', object: { id, name } });
  return true;
}
