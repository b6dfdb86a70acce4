import { and, eq, isNull } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { countCodeAttempt, invalidCodeError, parseCode, refundCodeAttempt } from './code-attempts.server.ts';
import { replaceRecoveryCodes } from './recovery-codes.server.ts';
import { decryptAppSecret, encryptAppSecret } from './secret-encryption.server.ts';
import { secondFactors } from './tables.server.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.server.ts';

/** What an authenticator app needs. */
export interface Enrolment {
  /** In base32, for typing. */
  readonly secret: string;
  /** For a QR code. */
  readonly uri: string;
}

/**
 * Stores a new secret for an account, which a first code must confirm. An earlier one that was not confirmed is replaced.
 * Throws `conflict` if one is enabled.
 */
export async function beginEnrolment(
  { database: { db }, secret: key, sender }: AccountDeps,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<Enrolment> {
  const secret = createTotpSecret();
  const encrypted = encryptAppSecret(key, userId, secret);
  const stored = await db
    .insert(secondFactors)
    .values({ userId, secret: encrypted })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: encrypted },
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) throw appExistsError();
  return { secret, uri: totpUri(secret, { siteName: sender().name, email }) };
}

/**
 * Enables the second factor with a first code, and returns the recovery codes.
 *
 * @param endSessions ends sessions that were opened without the second factor
 * @throws DomainError `unprocessable` with the field `code`; `conflict` if nothing waits for a code; `too_many`
 */
export async function confirmEnrolment(
  deps: AccountDeps,
  { userId, code, network }: { readonly userId: string; readonly code: string; readonly network: string },
  endSessions: (tx: Parameters<typeof replaceRecoveryCodes>[0]) => Promise<unknown>,
): Promise<readonly string[]> {
  const { database, secret: key, clock } = deps;
  await countCodeAttempt(deps, userId, network);
  const isPending = and(eq(secondFactors.userId, userId), isNull(secondFactors.enabledAt));
  const [pending] = await database.db.select().from(secondFactors).where(isPending).limit(1);
  if (pending === undefined)
    throw new DomainError('conflict', 'Please start setting up the second factor again.');
  const secret = decryptAppSecret(key, userId, pending.secret);
  const lastStep = secret === null ? null : findTotpStep(secret, parseCode(code), clock());
  if (lastStep === null) throw invalidCodeError();
  const codes = await database.transaction(async (tx) => {
    await lockUser(tx, userId);
    const enabled = await tx
      .update(secondFactors)
      .set({ enabledAt: clock(), lastStep })
      .where(and(isPending, eq(secondFactors.secret, pending.secret)))
      .returning({ userId: secondFactors.userId });
    if (enabled.length === 0) throw invalidCodeError();
    await endSessions(tx);
    await recordStaffEvent(tx, userId, { action: 'second_factor_enabled' });
    return replaceRecoveryCodes(tx, key, userId);
  });
  await refundCodeAttempt(deps, userId, network);
  return codes;
}

export const appExistsError = (): DomainError =>
  new DomainError('conflict', 'An authenticator app is set up already.');
