import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { recordEvent, recordStaffEvent } from './audit/record-event.server.ts';
import type { AccountDeps } from './account-deps.server.ts';
import type { EmailVerificationInput, LinkAccount } from './account.ts';
import { revokeAllTokens } from './api-tokens/stored-tokens.server.ts';
import { countAttempt } from './rate-limits.server.ts';
import { consumeInvitation } from './invitations.server.ts';
import { deleteTokens, findToken, type TokenPurpose, consumeToken } from './one-time-token.server.ts';
import { findPasswordWeakness } from './password-policy.server.ts';
import { setRole } from './roles.server.ts';
import { deleteSecondFactors } from './second-factor/stored-factors.server.ts';
import { account, session, user, userRoles } from './tables.server.ts';

/** Finds the account of a link without using the token. Throws `gone` for a token that is unknown, used or expired. */
export async function findLinkAccount(
  { database: { db }, clock, rateLimit }: AccountDeps,
  purposes: readonly TokenPurpose[],
  token: string,
  network: string,
): Promise<LinkAccount & { readonly id: string }> {
  await countAttempt(rateLimit, 'linkNetwork', network);
  const claim = await findToken(db, purposes, token, clock());
  const [owner] =
    claim === null ? [] : await db.select().from(user).where(eq(user.id, claim.userId)).limit(1);
  if (!owner) throw linkGoneError();
  return { id: owner.id, name: owner.name, email: owner.email };
}

/**
 * Sets the password of an account with the token of a link. The holder of the link has access to the mailbox, so this
 * also confirms the address. It ends every session, revokes every API token and deletes every other link of the account, because someone else
 * may have created the account. Who has created one whose address was not confirmed may also have added second factors, and a passkey
 * needs no password: they are removed. They stay if an operator has granted a role to the unconfirmed account, because a mailbox must not
 * take the place of a second factor.
 *
 * Throws `gone` for the link and `unprocessable` for the password. A rejected password does not use up the token.
 */
export async function setPasswordByLink(
  deps: AccountDeps,
  purposes: readonly TokenPurpose[],
  { token, password, name }: EmailVerificationInput,
  network: string,
): Promise<void> {
  const { database, clock, hashing, trustedNetworks } = deps;
  const found = await findLinkAccount(deps, purposes, token, network);
  const owner = { ...found, name: name ?? found.name };
  const weakness = findPasswordWeakness(password, owner);
  if (weakness !== null) throw new DomainError('unprocessable', weakness, { fields: { password: weakness } });
  // Hash before the transaction, which holds the only connection of the embedded database.
  const hash = await hashing.hash(password, { key: owner.id, isKnown: true });
  await database.transaction(async (tx) => {
    // Serializes two links of one account, which could otherwise deadlock.
    const [before] = await tx.select().from(user).where(eq(user.id, owner.id)).for('update');
    const now = clock();
    const claim = await consumeToken(tx, purposes, token, now);
    if (claim === null) throw linkGoneError();
    await deleteTokens(tx, owner.id);
    await setPassword(tx, owner.id, hash, now);
    await tx.delete(session).where(eq(session.userId, owner.id));
    await revokeAllTokens(tx, { userId: owner.id }, owner.id, now);
    if (before?.emailVerified === false && !(await hasRole(tx, owner.id)))
      await deleteSecondFactors(tx, owner.id);
    await tx
      .update(user)
      .set({ name: owner.name, emailVerified: true, updatedAt: now })
      .where(eq(user.id, owner.id));
    const role = await consumeInvitation(tx, claim);
    if (role === null) {
      await recordStaffEvent(tx, owner.id, { action: 'password_reset' });
      return;
    }
    await setRole(tx, owner.id, role);
    const event = { action: 'invitation_accepted', object: owner, detail: role } as const;
    await recordEvent(tx, { userId: owner.id }, event);
  });
  await trustedNetworks.add(owner.email, network, clock());
}

async function hasRole(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.$count(userRoles, eq(userRoles.userId, userId))) > 0;
}

/** Updates the password, or inserts the first one of an invited account. */
async function setPassword(tx: Transaction, userId: string, password: string, now: Date): Promise<void> {
  const replaced = await tx
    .update(account)
    .set({ password, updatedAt: now })
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
    .returning({ id: account.id });
  if (replaced.length === 0)
    await tx.insert(account).values({ userId, accountId: userId, providerId: 'credential', password });
}

function linkGoneError(): DomainError {
  return new DomainError('gone', 'This link has been used or has expired. Please request a new one.');
}
