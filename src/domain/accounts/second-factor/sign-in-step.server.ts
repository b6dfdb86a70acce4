import { eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { enrolPasskey } from '../passkeys/add-passkey.server.ts';
import type { Assertion } from '../passkeys/passkey.ts';
import type { NewPasskeyInput } from '../passkeys/passkey-name.ts';
import { usePasskey } from '../passkeys/use-passkey.server.ts';
import { session } from '../tables.server.ts';
import { confirmEnrolment } from './enrolment.server.ts';
import { enrolmentRequiredError, isSecondFactorRequired } from './requirement.server.ts';
import { findSecondFactors, hasAny, type SecondFactors } from './stored-factors.server.ts';
import { useCode } from './verify-code.server.ts';

interface SignInStep {
  readonly userId: string;
  /** Undefined if the client did not send one. */
  readonly code: string | undefined;
  /** In place of the code. */
  readonly passkey: Assertion | undefined;
  /** In place of the first code, for an account without a second factor. */
  readonly newPasskey: NewPasskeyInput | undefined;
  readonly network: string;
}

/** What the second step of a sign-in has found. */
export interface PassedSecondFactor {
  /** How the second factor was proved; null for an account without one. */
  readonly method: 'code' | 'passkey' | null;
  /** Null unless this sign-in has set up the second factor. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * The step of a sign-in after the password and before a session exists. Nothing is remembered between the requests: the
 * one with the code repeats the password.
 *
 * @throws DomainError `unauthenticated` with the member `second_factor`: `code_required`, or `enrolment_required` for an
 * account whose role requires a second factor that it does not have; otherwise as `useCode` and `usePasskey`
 */
export async function passSecondFactor(
  deps: AccountDeps,
  { userId, code, passkey, newPasskey, network }: SignInStep,
): Promise<PassedSecondFactor> {
  const factors = await findSecondFactors(deps.database.db, userId);
  if (hasAny(factors)) {
    if (passkey !== undefined) {
      const assertion = { purpose: 'second-step', userId, assertion: passkey, network } as const;
      await recordFailure(deps, userId, () => usePasskey(deps, assertion));
      return { method: 'passkey', recoveryCodes: null };
    }
    if (code === undefined) throw codeRequiredError(factors);
    await recordFailure(deps, userId, () => useCode(deps, { userId, code, network }));
    return { method: 'code', recoveryCodes: null };
  }
  if (!(await isSecondFactorRequired(deps, userId))) return { method: null, recoveryCodes: null };
  if (newPasskey !== undefined) {
    const input = { ...newPasskey, network };
    const codes = await recordFailure(deps, userId, () => enrolPasskey(deps, userId, input));
    return { method: 'passkey', recoveryCodes: codes };
  }
  if (code === undefined) throw enrolmentRequiredError();
  const recoveryCodes = await recordFailure(deps, userId, () =>
    confirmEnrolment(deps, { userId, code, network }, (tx) =>
      tx.delete(session).where(eq(session.userId, userId)),
    ),
  );
  return { method: 'code', recoveryCodes };
}

function codeRequiredError({ hasApp, passkeyCount }: SecondFactors): DomainError {
  const message = hasApp ? 'Please enter the code of your authenticator app.' : 'Please use your passkey.';
  const members = { second_factor: 'code_required', has_app: hasApp, has_passkey: passkeyCount > 0 };
  return new DomainError('unauthenticated', message, { members });
}

async function recordFailure<Result>(
  { database }: AccountDeps,
  userId: string,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unprocessable')
      await database.transaction((tx) =>
        recordStaffEvent(tx, userId, { action: 'sign_in_failed', detail: 'second factor' }),
      );
    throw error;
  }
}
