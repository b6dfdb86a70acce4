import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { Role } from '../permissions.ts';
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

type RequirementDeps = Pick<AccountDeps, 'database' | 'secondFactorRoles'>;

export async function isSecondFactorRequired(deps: RequirementDeps, userId: string): Promise<boolean> {
  const required = await deps.secondFactorRoles();
  if (required.length === 0) return false;
  const [row] = await deps.database.db.select().from(userRoles).where(eq(userRoles.userId, userId)).limit(1);
  return required.some((role) => role === row?.role);
}

/**
 * Whether the role requires a second factor that the account does not have. Checked for every request with a session or an API
 * token, because a role can begin to require one, and an account can get such a role, long after these were created. Runs no query
 * for a role that requires none.
 */
export async function lacksRequiredSecondFactor(
  deps: RequirementDeps,
  { userId, role }: { readonly userId: string; readonly role: Role | null },
): Promise<boolean> {
  const required = await deps.secondFactorRoles();
  if (!required.some((name) => name === role)) return false;
  return !(await isSecondFactorEnabled(deps.database.db, userId));
}

/** The next sign-in, with the same error, sets up the second factor. */
export const enrolmentRequiredError = (): DomainError =>
  new DomainError('unauthenticated', 'Your role requires a second factor. Please set it up.', {
    members: { second_factor: 'enrolment_required' },
  });
