import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '#platform/db/database.ts';
import { usedPasskeyChallenges } from './tables.server.ts';

/** What the response to a challenge may be used for. */
export type ChallengePurpose =
  /** Creating a passkey of an account. */
  | 'creation'
  /** Creating the first passkey of an account in its sign-in. */
  | 'enrolment'
  /** A sign-in without a password: the account is not known before the response. */
  | 'sign-in'
  /** The second step of a sign-in to an account. */
  | 'second-step'
  /** A change of the second factors of an account. */
  | 'proof';

/** What a challenge is bound to. */
export interface ChallengeBinding {
  readonly purpose: ChallengePurpose;
  /** Null if the account is not known. */
  readonly userId: string | null;
}

/** Milliseconds for which a challenge can be answered. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

/**
 * A new challenge in base64url. It contains its expiry and is authenticated with the key of the site, so that it need not
 * be stored before it is answered: requests for challenges use no storage.
 */
export function createChallenge(key: string, binding: ChallengeBinding, now: Date): string {
  const content = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  content.writeUIntBE(now.getTime() + CHALLENGE_LIFETIME_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([content, macOf(key, binding, content)]).toString('base64url');
}

/** Whether this site made the challenge for that purpose and account, and it has not expired. */
export function isChallenge(key: string, binding: ChallengeBinding, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  // One text for one challenge: otherwise another spelling would be another use of it.
  if (bytes.toString('base64url') !== challenge) return false;
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return false;
  const content = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(key, binding, content))) return false;
  return content.readUIntBE(NONCE_BYTES, TIME_BYTES) > now.getTime();
}

/** Uses up a challenge. Of two concurrent calls one gets false. */
export async function consumeChallenge(tx: Transaction, challenge: string, now: Date): Promise<boolean> {
  const used = await tx
    .insert(usedPasskeyChallenges)
    .values({ challenge, expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS) })
    .onConflictDoNothing()
    .returning({ challenge: usedPasskeyChallenges.challenge });
  return used.length > 0;
}

function macOf(key: string, { purpose, userId }: ChallengeBinding, content: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`passkey-challenge\n${purpose}\n${userId ?? ''}\n`)
    .update(content)
    .digest();
}
