import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { userRoles } from '../tables.server.ts';
import { findSecondFactors, hasAny, type SecondFactors } from './stored-factors.server.ts';
import { recoveryCodes } from './tables.server.ts';

/** The second factors of an account, as their owner sees them. */
export interface SecondFactorStatus extends SecondFactors {
  /** Whether there is any, so that a sign-in needs it. */
  readonly isEnabled: boolean;
  /** Whether the role of the account requires one. */
  readonly isRequired: boolean;
  readonly recoveryCodesLeft: number;
}

export async function getSecondFactorStatus(deps: AccountDeps, userId: string): Promise<SecondFactorStatus> {
  const { db } = deps.database;
  const factors = await findSecondFactors(db, userId);
  return {
    ...factors,
    isEnabled: hasAny(factors),
    isRequired: await isSecondFactorRequired(deps, userId),
    recoveryCodesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  };
}

export async function isSecondFactorEnabled(db: Db | Transaction, userId: string): Promise<boolean> {
  return hasAny(await findSecondFactors(db, userId));
}

export async function isSecondFactorRequired(
  { database: { db }, secondFactorRoles }: AccountDeps,
  userId: string,
): Promise<boolean> {
  const required = await secondFactorRoles();
  if (required.length === 0) return false;
  const [row] = await db.select().from(userRoles).where(eq(userRoles.userId, userId)).limit(1);
  return required.some((role) => role === row?.role);
}
