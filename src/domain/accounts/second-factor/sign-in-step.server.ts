import { eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { session } from '../tables.server.ts';
import { confirmEnrolment } from './enrolment.server.ts';
import { isSecondFactorEnabled, isSecondFactorRequired } from './requirement.server.ts';
import { useCode } from './verify-code.server.ts';

interface SignInStep {
  readonly userId: string;
  /** Undefined if the client did not send one. */
  readonly code: string | undefined;
  readonly network: string;
}

/** What the second step of a sign-in has found. */
export interface PassedSecondFactor {
  /** Whether a code was used. False for an account without a second factor. */
  readonly hasUsedCode: boolean;
  /** Null unless the code has enabled the second factor. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * The step of a sign-in after the password and before a session exists. Nothing is remembered between the requests: the
 * one with the code repeats the password.
 *
 * @throws DomainError `unauthenticated` with the member `second_factor`: `code_required`, or `enrolment_required` for an
 * account whose role requires a second factor that it does not have; otherwise as `useCode`
 */
export async function passSecondFactor(
  deps: AccountDeps,
  { userId, code, network }: SignInStep,
): Promise<PassedSecondFactor> {
  if (await isSecondFactorEnabled(deps.database.db, userId)) {
    if (code === undefined)
      throw stepError('code_required', 'Please enter the code of your authenticator app.');
    await recordFailure(deps, userId, () => useCode(deps, { userId, code, network }));
    return { hasUsedCode: true, recoveryCodes: null };
  }
  if (!(await isSecondFactorRequired(deps, userId))) return { hasUsedCode: false, recoveryCodes: null };
  if (code === undefined)
    throw stepError('enrolment_required', 'Your role requires a second factor. Please set it up.');
  const recoveryCodes = await recordFailure(deps, userId, () =>
    confirmEnrolment(deps, { userId, code, network }, (tx) =>
      tx.delete(session).where(eq(session.userId, userId)),
    ),
  );
  return { hasUsedCode: true, recoveryCodes };
}

function stepError(step: 'code_required' | 'enrolment_required', message: string): DomainError {
  return new DomainError('unauthenticated', message, { members: { second_factor: step } });
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
