import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { verification } from './tables.server.ts';

/** What a token that was mailed to somebody is good for. */
export type Purpose = 'verify-email' | 'reset-password';

const LIFE_SECONDS: Readonly<Record<Purpose, number>> = {
  // Somebody who signs up in the evening reads their mail in the morning, or after the weekend.
  'verify-email': 3 * 24 * 60 * 60,
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

/** Whose token it is, without using it up; null for one that is unknown, used or too old. */
export async function findTokenOwner(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ userId: verification.value })
    .from(verification)
    .where(isLive(purpose, token, now))
    .limit(1);
  return row?.userId ?? null;
}

/** The same, and uses it up: of two who come at once one gets null. */
export async function useToken(
  tx: Transaction,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .delete(verification)
    .where(isLive(purpose, token, now))
    .returning({ userId: verification.value });
  return row?.userId ?? null;
}

function isLive(purpose: Purpose, token: string, now: Date) {
  return and(eq(verification.identifier, identifierOf(purpose, token)), gt(verification.expiresAt, now));
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}
