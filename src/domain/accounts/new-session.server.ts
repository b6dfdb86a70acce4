import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from './account-deps.server.ts';
import type { Session } from './account.ts';
import { recordStaffEvent } from './audit/record-event.server.ts';
import { lockUser } from './lock-user.server.ts';
import { verifyRefreshToken } from './refresh-token.server.ts';
import { session, user } from './tables.server.ts';

/** Where a sign-in comes from. */
export interface Client {
  readonly network: string;
  /** A name for the list of sessions; null if it is not known. */
  readonly device: string | null;
}

interface SignedInUser {
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * Opens a session, then checks that what the user has proved is still valid. What replaces it ends every session, and this
 * one could be opened just after that; null in this case. The lock waits for a concurrent change.
 */
export async function openSession(
  deps: AccountDeps,
  { userId, device }: { readonly userId: string; readonly device: string | null },
  isStillValid: (tx: Transaction) => Promise<boolean>,
): Promise<Session | null> {
  const opened = await (await deps.auth()).api.openSession({ body: { userId, device } });
  const isValid = await deps.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    return isStillValid(tx);
  });
  if (isValid) return opened;
  const claim = opened && verifyRefreshToken(opened.refreshToken, deps.secret);
  if (claim) await deps.database.db.delete(session).where(eq(session.id, claim.sessionId));
  return null;
}

/** Records a sign-in, and trusts the network it came from. */
export async function recordSignIn(
  { database, clock, trustedNetworks }: AccountDeps,
  { userId, email, emailVerified }: SignedInUser,
  { network, detail }: { readonly network: string; readonly detail: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.update(user).set({ signedInAt: clock() }).where(eq(user.id, userId));
    await recordStaffEvent(tx, userId, { action: 'signed_in', detail });
  });
  // Only for a confirmed address: otherwise someone who signed up with the address of another person would keep a trusted
  // network after the owner has confirmed it.
  if (emailVerified) await trustedNetworks.add(email, network, clock());
}

/** Only for someone who has proved to be the owner, so that nobody else learns about the suspension. */
export const suspendedError = (): DomainError =>
  new DomainError('forbidden', 'This account is suspended. Please ask an administrator of the newsroom.');
