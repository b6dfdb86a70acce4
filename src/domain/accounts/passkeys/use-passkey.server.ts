import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { countAttempt, refundAttempt } from '../rate-limits.server.ts';
import { user } from '../tables.server.ts';
import { type ChallengeBinding, consumeChallenge, isChallenge } from './challenge.server.ts';
import { requireRelyingParty } from './passkey-options.server.ts';
import type { Assertion } from './passkey.ts';
import { passkeys } from './tables.server.ts';

interface PasskeyInput extends ChallengeBinding {
  readonly assertion: Assertion;
  readonly network: string;
}

/** The account of a passkey. */
export interface PasskeyOwner {
  readonly passkeyId: string;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly isSuspended: boolean;
}

/**
 * Verifies the response of an authenticator, and uses up its challenge. It must have verified the user, by a PIN or a
 * fingerprint for example: possession and knowledge or biometrics are both factors of an account. The error does not tell
 * whether the passkey is known.
 *
 * @throws DomainError `unprocessable` with the field `passkey`, `too_many`, `forbidden` if the site has no passkeys
 */
export async function usePasskey(deps: AccountDeps, input: PasskeyInput): Promise<PasskeyOwner> {
  const { rateLimit } = deps;
  requireRelyingParty(deps);
  await countAttempt(rateLimit, 'passkeyNetwork', input.network);
  const stored = await findPasskey(deps, input);
  if (stored === null) throw invalidPasskeyError();
  const { userId } = stored;
  await countAttempt(rateLimit, 'passkeyAccount', userId);
  const used = await verify(deps, stored, input);
  if (used === null || !(await recordUse(deps, stored, used))) {
    if (input.purpose === 'sign-in') await recordFailedSignIn(deps, userId);
    throw invalidPasskeyError();
  }
  await refundAttempt(rateLimit, 'passkeyAccount', userId);
  await refundAttempt(rateLimit, 'passkeyNetwork', input.network);
  const { passkeyId, email, emailVerified, isSuspended } = stored;
  return { passkeyId, userId, email, emailVerified, isSuspended };
}

export function invalidPasskeyError(): DomainError {
  const message = 'This passkey was not accepted. Please try again, or sign in another way.';
  return new DomainError('unprocessable', message, { fields: { passkey: message } });
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** The passkey with the id of the response; null if it belongs to another account than the expected one. */
async function findPasskey({ database: { db } }: AccountDeps, { assertion, userId: expected }: PasskeyInput) {
  const [row] = await db
    .select({
      passkeyId: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      email: user.email,
      emailVerified: user.emailVerified,
      isSuspended: isNotNull(user.suspendedAt).mapWith(Boolean),
    })
    .from(passkeys)
    .innerJoin(user, eq(user.id, passkeys.userId))
    .where(eq(passkeys.credentialId, assertion.id))
    .limit(1);
  if (row === undefined) return null;
  // Without a known account the response must name it (WebAuthn, section 7.2, step 6).
  const { userHandle = null } = assertion.response;
  const handle = userHandle === null ? expected : Buffer.from(userHandle, 'base64url').toString();
  return handle === row.userId && (expected ?? row.userId) === row.userId ? row : null;
}

interface VerifiedUse {
  readonly challenge: string;
  readonly counter: number;
}

/** Null for a response that is not valid. The library also compares the counters. */
async function verify(
  deps: AccountDeps,
  { credentialId, publicKey, counter }: StoredPasskey,
  { assertion, purpose, userId }: PasskeyInput,
): Promise<VerifiedUse | null> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(deps);
  // Loaded on first use: most processes never need it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let answered = '';
  const { userHandle = null, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle !== null && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => {
        answered = challenge;
        return isChallenge(deps.secret, { purpose, userId }, challenge, deps.clock());
      },
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    });
    return verified ? { challenge: answered, counter: authenticationInfo.newCounter } : null;
  } catch {
    // Every malformed or unexpected part of the response.
    return null;
  }
}

/** Whether neither the challenge nor, for an authenticator that counts, the counter was used in the meantime. */
function recordUse(
  { database, clock }: AccountDeps,
  { passkeyId }: StoredPasskey,
  { challenge, counter }: VerifiedUse,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, challenge, clock()))) return false;
    const isCounterUnused = or(
      lt(passkeys.counter, counter),
      and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`),
    );
    const updated = await tx
      .update(passkeys)
      .set({ counter, usedAt: clock() })
      .where(and(eq(passkeys.id, passkeyId), isCounterUnused))
      .returning({ id: passkeys.id });
    return updated.length > 0;
  });
}

function recordFailedSignIn({ database }: AccountDeps, userId: string): Promise<void> {
  return database.transaction((tx) =>
    recordStaffEvent(tx, userId, { action: 'sign_in_failed', detail: 'passkey' }),
  );
}
