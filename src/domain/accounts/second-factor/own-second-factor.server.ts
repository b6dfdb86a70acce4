import { eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { AuthenticatedUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { requireOwnPassword } from '../own-account/own-password.server.ts';
import { endOtherSessions } from '../own-account/own-sessions.server.ts';
import { beginEnrolment, confirmEnrolment, type Enrolment } from './enrolment.server.ts';
import { replaceRecoveryCodes } from './recovery-codes.server.ts';
import { isSecondFactorEnabled, isSecondFactorRequired } from './requirement.server.ts';
import { secondFactors } from './tables.server.ts';
import { useCode } from './verify-code.server.ts';

/** Proof for a change of the second factor: what the user knows and what the user has. */
export interface BothFactors {
  readonly current_password: string;
  readonly code: string;
}

/** Starts setting up the second factor of a signed-in user. */
export async function beginOwnEnrolment(
  deps: AccountDeps,
  owner: AuthenticatedUser,
  password: string,
): Promise<Enrolment> {
  await requireOwnPassword(deps, owner.userId, password);
  return beginEnrolment(deps, owner);
}

/** Enables the second factor, ends all other sessions, and returns the recovery codes. */
export function confirmOwnEnrolment(
  deps: AccountDeps,
  owner: AuthenticatedUser,
  input: { readonly code: string; readonly network: string },
): Promise<readonly string[]> {
  return confirmEnrolment(deps, { ...input, userId: owner.userId }, (tx) => endOtherSessions(tx, owner));
}

/** Throws `forbidden` if the role requires the second factor. */
export async function disableSecondFactor(
  deps: AccountDeps,
  { userId }: AuthenticatedUser,
  proof: BothFactors & { readonly network: string },
): Promise<void> {
  if (await isSecondFactorRequired(deps, userId))
    throw new DomainError('forbidden', 'Your role requires a second factor.');
  await requireBothFactors(deps, userId, proof);
  await deps.database.transaction(async (tx) => {
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await recordStaffEvent(tx, userId, { action: 'second_factor_disabled' });
  });
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  { userId }: AuthenticatedUser,
  proof: BothFactors & { readonly network: string },
): Promise<readonly string[]> {
  await requireBothFactors(deps, userId, proof);
  return deps.database.transaction(async (tx) => {
    await recordStaffEvent(tx, userId, { action: 'recovery_codes_renewed' });
    return replaceRecoveryCodes(tx, deps.secret, userId);
  });
}

async function requireBothFactors(
  deps: AccountDeps,
  userId: string,
  { current_password: password, code, network }: BothFactors & { readonly network: string },
): Promise<void> {
  if (!(await isSecondFactorEnabled(deps.database.db, userId)))
    throw new DomainError('conflict', 'No second factor is set up.');
  await requireOwnPassword(deps, userId, password);
  await useCode(deps, { userId, code, network });
}
