import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { passkeys } from '../passkeys/tables.server.ts';
import { recoveryCodes, secondFactors } from './tables.server.ts';

/** The second factors of an account. One of them is enough. */
export interface SecondFactors {
  /** Whether an authenticator app is set up. */
  readonly hasApp: boolean;
  readonly passkeyCount: number;
}

export async function findSecondFactors(db: Db | Transaction, userId: string): Promise<SecondFactors> {
  const isEnabled = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt));
  return {
    hasApp: (await db.$count(secondFactors, isEnabled)) > 0,
    passkeyCount: await db.$count(passkeys, eq(passkeys.userId, userId)),
  };
}

export const hasAny = ({ hasApp, passkeyCount }: SecondFactors): boolean => hasApp || passkeyCount > 0;

/** Removes the app, all passkeys and the recovery codes. Resolves to false if there was no second factor. */
export async function deleteSecondFactors(tx: Transaction, userId: string): Promise<boolean> {
  const apps = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ userId: secondFactors.userId });
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return apps.length + keys.length > 0;
}

/** Throws `forbidden` if the role requires a second factor and none remains. */
export function checkRemaining(remaining: SecondFactors, isRequired: boolean): void {
  if (isRequired && !hasAny(remaining))
    throw new DomainError('forbidden', 'Your role requires a second factor.');
}

/** After a second factor was removed: as `checkRemaining`, and without any other the recovery codes go as well. */
export async function finishRemoval(tx: Transaction, userId: string, isRequired: boolean): Promise<void> {
  const remaining = await findSecondFactors(tx, userId);
  checkRemaining(remaining, isRequired);
  if (!hasAny(remaining)) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
