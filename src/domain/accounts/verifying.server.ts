import { eq } from 'drizzle-orm';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import { count } from './attempts.server.ts';
import { useToken } from './one-time-token.server.ts';
import { user } from './tables.server.ts';

/** Confirms that the address of an account is that of its owner, who got the token there. */
export async function verifyEmail(
  { database, clock, rateLimit }: AccountParts,
  token: string,
  network: string,
): Promise<void> {
  await count(rateLimit, 'linkNetwork', network);
  const now = clock();
  await database.transaction(async (tx) => {
    const userId = await useToken(tx, 'verify-email', token, now);
    if (userId === null) throw new Refusal('gone', 'This link was used already or is too old.');
    await tx.update(user).set({ emailVerified: true, updatedAt: now }).where(eq(user.id, userId));
  });
}
