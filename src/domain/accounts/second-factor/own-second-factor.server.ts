import { eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { endOtherSessions, requireOpenSession } from '../own-account/own-sessions.server.ts';
import { appExistsError, beginEnrolment, confirmEnrolment, type Enrolment } from './enrolment.server.ts';
import { replaceRecoveryCodes } from './recovery-codes.server.ts';
import { type Proof, requireProof } from './proof.server.ts';
import { isSecondFactorRequired } from './requirement.server.ts';
import { checkRemaining, findSecondFactors, finishRemoval, hasAny } from './stored-factors.server.ts';
import { secondFactors } from './tables.server.ts';

/** Starts setting up the app of a signed-in user. */
export async function beginOwnEnrolment(
  deps: AccountDeps,
  owner: SignedInUser,
  proof: Proof,
): Promise<Enrolment> {
  const { hasApp } = await findSecondFactors(deps.database.db, owner.userId);
  if (hasApp) throw appExistsError();
  await requireProof(deps, owner.userId, proof);
  return beginEnrolment(deps, owner);
}

/** Enables the app, ends all other sessions, and returns the recovery codes. */
export function confirmOwnEnrolment(
  deps: AccountDeps,
  owner: SignedInUser,
  input: { readonly code: string; readonly network: string },
): Promise<readonly string[]> {
  return confirmEnrolment(deps, { ...input, userId: owner.userId }, async (tx) => {
    await requireOpenSession(tx, owner);
    await endOtherSessions(tx, owner);
  });
}

/** Removes the app. Throws `forbidden` if the role requires a second factor and there is no other one. */
export async function disableSecondFactor(
  deps: AccountDeps,
  { userId }: SignedInUser,
  proof: Proof,
): Promise<void> {
  const { hasApp, passkeyCount } = await findSecondFactors(deps.database.db, userId);
  const isRequired = await isSecondFactorRequired(deps, userId);
  checkRemaining({ hasApp: false, passkeyCount }, isRequired);
  if (!hasApp) throw missingFactorError();
  await requireProof(deps, userId, proof);
  await deps.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await finishRemoval(tx, userId, isRequired);
    await recordStaffEvent(tx, userId, { action: 'second_factor_disabled' });
  });
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  { userId }: SignedInUser,
  proof: Proof,
): Promise<readonly string[]> {
  if (!hasAny(await findSecondFactors(deps.database.db, userId))) throw missingFactorError();
  await requireProof(deps, userId, proof);
  return deps.database.transaction(async (tx) => {
    // Otherwise two requests at once would both delete the former codes, and neither those of the other.
    await lockUser(tx, userId);
    await recordStaffEvent(tx, userId, { action: 'recovery_codes_renewed' });
    return replaceRecoveryCodes(tx, deps.secret, userId);
  });
}

const missingFactorError = () => new DomainError('conflict', 'No second factor is set up.');
