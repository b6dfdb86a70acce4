import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, like } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { verification } from './tables.server.ts';

/**
 * What a link may be used for. `invitation` also grants the role of the invitation; `invite-admin` is one that an earlier
 * release issued, and grants the admin role.
 */
export type TokenPurpose = 'verify-email' | 'invitation' | 'invite-admin' | 'reset-password' | 'change-email';

/** Owner and purpose of a token. */
export interface TokenClaim {
  readonly userId: string;
  readonly purpose: TokenPurpose;
}

/** Is not a character of base64url. */
const CONTENT_SEPARATOR = '.';

export const LIFETIME_SECONDS = {
  // Long enough to sign up on Friday evening and read the email on Monday.
  'verify-email': 3 * 24 * 60 * 60,
  invitation: 3 * 24 * 60 * 60,
  'invite-admin': 3 * 24 * 60 * 60,
  'reset-password': 60 * 60,
  'change-email': 24 * 60 * 60,
} as const satisfies Readonly<Record<TokenPurpose, number>>;

/**
 * Creates a single-use token for an account. Only its hash is stored, so a copy of the table yields no usable token.
 *
 * @param content text that the token carries; the hash covers it, so that nobody can change it
 */
export async function issueToken(
  tx: Transaction,
  purpose: TokenPurpose,
  userId: string,
  { now, content }: { readonly now: Date; readonly content?: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const token =
    content === undefined
      ? secret
      : `${secret}${CONTENT_SEPARATOR}${Buffer.from(content).toString('base64url')}`;
  await tx.insert(verification).values({
    identifier: identifierOf(purpose, token),
    value: userId,
    expiresAt: new Date(now.getTime() + LIFETIME_SECONDS[purpose] * 1000),
  });
  return token;
}

/** The content of a token that `findToken` or `consumeToken` accepts; empty without one. */
export function contentOf(token: string): string {
  const [, content = ''] = token.split(CONTENT_SEPARATOR, 2);
  return Buffer.from(content, 'base64url').toString();
}

/** Finds a token with one of these purposes without using it. Null for a token that is unknown, used or expired. */
export async function findToken(
  db: Db | Transaction,
  purposes: readonly TokenPurpose[],
  token: string,
  now: Date,
): Promise<TokenClaim | null> {
  const [row] = await db
    .select()
    .from(verification)
    .where(isValid(purposes, token, now))
    .limit(1);
  return row ? claimOf(row, purposes, token) : null;
}

/** Like `findToken`, but deletes the token. Of two concurrent calls one gets null. */
export async function consumeToken(
  tx: Transaction,
  purposes: readonly TokenPurpose[],
  token: string,
  now: Date,
): Promise<TokenClaim | null> {
  const [row] = await tx
    .delete(verification)
    .where(isValid(purposes, token, now))
    .returning();
  return row ? claimOf(row, purposes, token) : null;
}

/** Deletes every token of an account, or those of one purpose. */
export async function deleteTokens(tx: Transaction, userId: string, purpose?: TokenPurpose): Promise<void> {
  const ofPurpose = purpose === undefined ? undefined : like(verification.identifier, `${purpose}:%`);
  await tx.delete(verification).where(and(eq(verification.value, userId), ofPurpose));
}

function claimOf(
  row: typeof verification.$inferSelect,
  purposes: readonly TokenPurpose[],
  token: string,
): TokenClaim | null {
  const purpose = purposes.find((candidate) => identifierOf(candidate, token) === row.identifier);
  return purpose === undefined ? null : { userId: row.value, purpose };
}

function isValid(purposes: readonly TokenPurpose[], token: string, now: Date) {
  const identifiers = purposes.map((purpose) => identifierOf(purpose, token));
  return and(inArray(verification.identifier, identifiers), gt(verification.expiresAt, now));
}

function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}
