import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, like } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { verification } from './tables.server.ts';

/** What a link may be used for. `invite-admin` also grants the role; only the command line issues it. */
export type Purpose = 'verify-email' | 'invite-admin' | 'reset-password';

/** A token that was found: whose it is, and what for. */
export interface TokenClaim {
  readonly userId: string;
  readonly purpose: Purpose;
}

const LIFE_SECONDS: Readonly<Record<Purpose, number>> = {
  // Somebody who signs up in the evening reads their mail in the morning, or after the weekend.
  'verify-email': 3 * 24 * 60 * 60,
  'invite-admin': 3 * 24 * 60 * 60,
  'reset-password': 60 * 60,
};

/** Makes a token for one use by this account. Only its hash is kept: whoever reads the table cannot use it. */
export async function issueToken(
  tx: Transaction,
  purpose: Purpose,
  userId: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(verification).values({
    identifier: identifierOf(purpose, token),
    value: userId,
    expiresAt: new Date(now.getTime() + LIFE_SECONDS[purpose] * 1000),
  });
  return token;
}

/** Finds a token that has one of these purposes, without using it up; null for one that is unknown, used or expired. */
export async function findToken(
  db: Db,
  purposes: readonly Purpose[],
  token: string,
  now: Date,
): Promise<TokenClaim | null> {
  const [row] = await db
    .select()
    .from(verification)
    .where(isLive(purposes, token, now))
    .limit(1);
  return row ? claimOf(row, purposes, token) : null;
}

/** The same, and uses it up: of two uses at once one gets null. */
export async function useToken(
  tx: Transaction,
  purposes: readonly Purpose[],
  token: string,
  now: Date,
): Promise<TokenClaim | null> {
  const [row] = await tx
    .delete(verification)
    .where(isLive(purposes, token, now))
    .returning();
  return row ? claimOf(row, purposes, token) : null;
}

/** Deletes every token of an account, or those of one purpose. */
export async function deleteTokens(tx: Transaction, userId: string, purpose?: Purpose): Promise<void> {
  const ofPurpose = purpose === undefined ? undefined : like(verification.identifier, `${purpose}:%`);
  await tx.delete(verification).where(and(eq(verification.value, userId), ofPurpose));
}

function claimOf(
  row: typeof verification.$inferSelect,
  purposes: readonly Purpose[],
  token: string,
): TokenClaim | null {
  const purpose = purposes.find((candidate) => identifierOf(candidate, token) === row.identifier);
  return purpose === undefined ? null : { userId: row.value, purpose };
}

function isLive(purposes: readonly Purpose[], token: string, now: Date) {
  const identifiers = purposes.map((purpose) => identifierOf(purpose, token));
  return and(inArray(verification.identifier, identifiers), gt(verification.expiresAt, now));
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}
