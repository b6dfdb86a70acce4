import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { revokeAllTokens } from '../api-tokens/stored-tokens.server.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { deleteTokens } from '../one-time-token.server.ts';
import { findPasswordWeakness } from '../password-policy.server.ts';
import { countAttempt, refundAttempt } from '../rate-limits.server.ts';
import { account } from '../tables.server.ts';
import { endOtherSessions } from './own-sessions.server.ts';
import type { PasswordChange } from './own-account-input.ts';

const isPasswordOf = (userId: string) =>
  and(eq(account.userId, userId), eq(account.providerId, 'credential'));

/**
 * Verifies the password of a signed-in user, because an attacker who finds an open browser must not be able to take over the
 * account. Wrong ones are limited per account, so that more sessions do not allow more guesses. Returns the hash.
 *
 * @throws DomainError `unprocessable` with the field `current_password`, `too_many`
 */
export async function requireOwnPassword(
  { database: { db }, rateLimit, hashing }: AccountDeps,
  userId: string,
  password: string,
): Promise<string> {
  await countAttempt(rateLimit, 'ownPassword', userId);
  const [stored] = await db
    .select({ hash: account.password })
    .from(account)
    .where(isPasswordOf(userId))
    .limit(1);
  const hash = stored?.hash ?? '';
  if (hash === '' || !(await hashing.verify({ hash, password }, { key: userId, isKnown: true })))
    throw new DomainError('unprocessable', '', { fields: { current_password: 'This is not your password' } });
  await refundAttempt(rateLimit, 'ownPassword', userId);
  return hash;
}

/**
 * Replaces the password, and ends every other session, every link and every API token of the account.
 *
 * @throws DomainError as `requireOwnPassword`, and `unprocessable` with the field `password` for a weak one
 */
export async function changePassword(
  deps: AccountDeps,
  owner: SignedInUser,
  { current_password: current, password }: PasswordChange,
): Promise<void> {
  const { userId } = owner;
  const verified = await requireOwnPassword(deps, userId, current);
  const weakness = findPasswordWeakness(password, owner);
  if (weakness !== null) throw new DomainError('unprocessable', weakness, { fields: { password: weakness } });
  // Hash before the transaction, which holds the only connection of the embedded database.
  const hash = await deps.hashing.hash(password, { key: userId, isKnown: true });
  await deps.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    await replacePassword(tx, userId, { verified, hash, now: deps.clock() });
    await deleteTokens(tx, userId);
    await endOtherSessions(tx, owner);
    await recordStaffEvent(tx, userId, { action: 'password_changed' });
    await revokeAllTokens(tx, owner, userId, deps.clock());
  });
}

/** Not if a link has replaced the password since it was verified: that ended the session of this request. */
async function replacePassword(
  tx: Transaction,
  userId: string,
  { verified, hash, now }: { readonly verified: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  const replaced = await tx
    .update(account)
    .set({ password: hash, updatedAt: now })
    .where(and(isPasswordOf(userId), eq(account.password, verified)))
    .returning({ id: account.id });
  if (replaced.length === 0) throw new DomainError('unauthenticated');
}
