import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import type { EmailVerification, LinkAccount } from './account.ts';
import { count } from './attempts.server.ts';
import { grantAdminRole } from './granting.server.ts';
import { deleteTokens, findToken, type Purpose, useToken } from './one-time-token.server.ts';
import { weaknessOf } from './password-rule.server.ts';
import { account, session, user } from './tables.server.ts';

/** The account a link belongs to; uses nothing up. Throws `gone` for a link that is unknown, used or expired. */
export async function findLinkAccount(
  { database: { db }, clock, rateLimit }: AccountParts,
  purposes: readonly Purpose[],
  token: string,
  network: string,
): Promise<LinkAccount & { readonly id: string }> {
  await count(rateLimit, 'linkNetwork', network);
  const claim = await findToken(db, purposes, token, clock());
  const [owner] =
    claim === null ? [] : await db.select().from(user).where(eq(user.id, claim.userId)).limit(1);
  if (!owner) throw linkGone();
  return { id: owner.id, name: owner.name, email: owner.email };
}

/**
 * Uses a link to set the password of its account. The holder of the link has the mailbox, so the address is confirmed
 * as well, and nothing remains of a stranger who used the account before: every session and every other link of it ends.
 * Throws `gone` for the link, `unprocessable` for the password; a link outlives a refused password.
 */
export async function setPasswordByLink(
  parts: AccountParts,
  purposes: readonly Purpose[],
  { token, password, name }: EmailVerification,
  network: string,
): Promise<void> {
  const { database, clock, hashing, familiar } = parts;
  const found = await findLinkAccount(parts, purposes, token, network);
  const owner = { ...found, name: name ?? found.name };
  const weakness = weaknessOf(password, owner);
  if (weakness !== null) throw new Refusal('unprocessable', weakness, { fields: { password: weakness } });
  // Before the transaction, which holds the only connection of the embedded database.
  const hash = await hashing.hash(password);
  await database.transaction(async (tx) => {
    // Two links of one account wait for each other here; without it each could wait for the row of the other.
    await tx.select({ id: user.id }).from(user).where(eq(user.id, owner.id)).for('update');
    const now = clock();
    const claim = await useToken(tx, purposes, token, now);
    if (claim === null) throw linkGone();
    await deleteTokens(tx, owner.id);
    await setPassword(tx, owner.id, hash, now);
    await tx.delete(session).where(eq(session.userId, owner.id));
    await tx
      .update(user)
      .set({ name: owner.name, emailVerified: true, updatedAt: now })
      .where(eq(user.id, owner.id));
    if (claim.purpose === 'invite-admin') await grantAdminRole(tx, owner.id);
  });
  await familiar.add(owner.email, network, clock());
}

/** An invited account has no password until now. */
async function setPassword(tx: Transaction, userId: string, password: string, now: Date): Promise<void> {
  const replaced = await tx
    .update(account)
    .set({ password, updatedAt: now })
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
    .returning({ id: account.id });
  if (replaced.length === 0)
    await tx.insert(account).values({ userId, accountId: userId, providerId: 'credential', password });
}

function linkGone(): Refusal {
  return new Refusal('gone', 'This link has been used or has expired. Please ask for a new one.');
}
