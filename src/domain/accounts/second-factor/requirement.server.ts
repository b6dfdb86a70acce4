import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { userRoles } from '../tables.server.ts';
import { recoveryCodes, secondFactors } from './tables.server.ts';

/** The second factor of an account, as its owner sees it. */
export interface SecondFactorStatus {
  readonly isEnabled: boolean;
  /** Whether the role of the account requires one. */
  readonly isRequired: boolean;
  readonly recoveryCodesLeft: number;
}

export async function getSecondFactorStatus(deps: AccountDeps, userId: string): Promise<SecondFactorStatus> {
  const { db } = deps.database;
  return {
    isEnabled: await isSecondFactorEnabled(db, userId),
    isRequired: await isSecondFactorRequired(deps, userId),
    recoveryCodesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  };
}

export async function isSecondFactorEnabled(db: Db | Transaction, userId: string): Promise<boolean> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).limit(1);
  return factor !== undefined && factor.enabledAt !== null;
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
