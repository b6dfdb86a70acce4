import { createHmac, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { recoveryCodes } from './tables.server.ts';

const COUNT = 10;
/** Characters; with 32 different ones 50 bits, which the rate limits make impossible to guess. */
const LENGTH = 10;
/** Without I, L, O and U, which are easily confused (Crockford's base32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Replaces the recovery codes of an account and returns the new ones, which are shown once and stored as hashes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  key: string,
  userId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, createCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(key, userId, code) })));
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Whether the code was valid. Of two concurrent calls one gets false. */
export async function consumeRecoveryCode(
  tx: Transaction,
  key: string,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(key, userId, code))))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

const createCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Keyed, so that a copy of the table cannot be searched for codes. */
function hashOf(key: string, userId: string, code: string): string {
  return createHmac('sha256', key).update(`recovery-code\n${userId}\n${code}`).digest('base64url');
}
