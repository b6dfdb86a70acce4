import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { type EventActor, recordEvent } from '../audit/record-event.server.ts';
import type { ApiToken } from './api-token.ts';
import { apiTokens } from './tables.server.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

/** Days for which expired and revoked tokens are stored. */
export const TOKEN_RETENTION_DAYS = 90;
/** All that work, and the newest of those that have expired: of these, one can have any number. */
const MAX_LISTED = 100;

type TokenRow = typeof apiTokens.$inferSelect;

export function toApiToken(row: Omit<TokenRow, 'userId' | 'hash' | 'revokedAt'>): ApiToken {
  const { id, name, start, scopes, createdAt, expiresAt, usedAt } = row;
  const known = TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
  return { id, name, start, scopes: known, createdAt, expiresAt, usedAt };
}

/**
 * The tokens of a person that are not revoked: first those that work, then those that have expired, each the newest first. So
 * none that works is hidden behind others.
 */
export async function listTokens(
  db: Db | Transaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<readonly ApiToken[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .orderBy(desc(gt(apiTokens.expiresAt, now)), desc(apiTokens.id))
    .limit(MAX_LISTED);
  return rows.map(toApiToken);
}

interface Revocation {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  /** For the audit log: the owner, if it is not the actor. */
  readonly detail?: string;
}

/** Revokes one token of a person. Throws `not_found` for any other one. */
export async function revokeToken(
  tx: Transaction,
  actor: EventActor,
  { id, userId, now, detail = '' }: Revocation,
): Promise<void> {
  const [revoked] = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .returning({ name: apiTokens.name });
  if (revoked === undefined) throw new DomainError('not_found', 'This token has already been revoked.');
  await recordEvent(tx, actor, { action: 'api_token_revoked', object: { id, name: revoked.name }, detail });
}

/**
 * Revokes all tokens of an account, as part of what ends its sessions because someone else may know its secrets.
 *
 * @param actor null for the command line
 */
export async function revokeAllTokens(
  tx: Transaction,
  actor: EventActor | null,
  userId: string,
  now: Date,
): Promise<void> {
  const revoked = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now)))
    .returning({ id: apiTokens.id, name: apiTokens.name });
  for (const object of revoked) await recordEvent(tx, actor, { action: 'api_token_revoked', object });
}

/**
 * Revokes all tokens of a restored database: one that was revoked after the backup was made would work again. Resolves to the number
 * of those that were still valid.
 */
export async function revokeRestoredTokens(tx: Transaction, now: Date): Promise<number> {
  const revoked = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now)))
    .returning({ id: apiTokens.id });
  return revoked.length;
}

/** Tokens that have expired or were revoked. */
export const tokenRetention: RetentionRule = {
  kind: 'accounts.prune-api-tokens',
  deleteBatch: (tx, before, limit) =>
    deleteById(tx, apiTokens, or(lt(apiTokens.expiresAt, before), lt(apiTokens.revokedAt, before)), limit),
};
