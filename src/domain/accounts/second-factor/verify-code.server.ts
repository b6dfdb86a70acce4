import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { countCodeAttempt, invalidCodeError, parseCode, refundCodeAttempt } from './code-attempts.server.ts';
import { consumeRecoveryCode } from './recovery-codes.server.ts';
import { decryptAppSecret } from './secret-encryption.server.ts';
import { secondFactors } from './tables.server.ts';
import { findTotpStep, isTotpCode } from './totp.server.ts';

interface CodeInput {
  readonly userId: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string;
  readonly network: string;
}

/**
 * Uses up a code of an account whose second factor is enabled. A code of the app works once: the steps of accepted codes
 * only increase. So does a recovery code, which is deleted.
 *
 * @throws DomainError `unprocessable` with the field `code`, `too_many`
 */
export async function useCode(deps: AccountDeps, { userId, code, network }: CodeInput): Promise<void> {
  await countCodeAttempt(deps, userId, network);
  const parsed = parseCode(code);
  const isValid = await deps.database.transaction(async (tx) => {
    if (isTotpCode(parsed)) return useTotpCode(deps, tx, userId, parsed);
    const isRecovery = await consumeRecoveryCode(tx, deps.secret, userId, parsed);
    if (isRecovery) await recordStaffEvent(tx, userId, { action: 'recovery_code_used' });
    return isRecovery;
  });
  if (!isValid) throw invalidCodeError();
  await refundCodeAttempt(deps, userId, network);
}

async function useTotpCode(
  { secret: key, clock }: AccountDeps,
  tx: Transaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const isEnabled = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt));
  const [factor] = await tx.select().from(secondFactors).where(isEnabled).limit(1);
  const secret = factor === undefined ? null : decryptAppSecret(key, userId, factor.secret);
  const step = secret === null ? null : findTotpStep(secret, code, clock());
  if (step === null) return false;
  // The condition lets exactly one of several concurrent calls use the step.
  const used = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isEnabled, or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}
