import { and, eq } from 'drizzle-orm';
import { Refusal } from '#platform/refusal.ts';
import type { AccountParts } from './account-parts.server.ts';
import type { Credentials, Session } from './account.ts';
import { type Attempt, count, forgive } from './attempts.server.ts';
import { openRefreshToken } from './refresh-token.server.ts';
import { account, session, user } from './tables.server.ts';

/**
 * Opens a session. Wrong password and unknown address are one refusal after the same work.
 *
 * Three things are counted, and given back when the password was right: attempts from this network, attempts on this
 * account from this network, and attempts on this account from everywhere. The last one stops guesses that are spread
 * over many networks, but anybody could use it up to lock the owner out. So it does not hold where the account is at
 * home: a network from which its password, or a link from its mail, was right in the last ninety days. Elsewhere the
 * owner waits an hour at most, or asks for a new password by mail, which makes that network a familiar one.
 */
export async function signIn(parts: AccountParts, given: Credentials, network: string): Promise<Session> {
  const { rateLimit, familiar, clock } = parts;
  const counted: [Attempt, ...string[]][] = [
    ['signInNetwork', network],
    ['signInHere', given.email, network],
  ];
  if (!(await familiar.has(given.email, network, clock()))) counted.push(['signInElsewhere', given.email]);
  for (const attempt of counted) await count(rateLimit, ...attempt);

  const userId = await findByPassword(parts, given);
  const opened = userId && (await (await parts.auth()).api.openSession({ body: { userId } }));
  if (!opened) throw new Refusal('unauthenticated', 'Invalid email or password');
  for (const attempt of counted) await forgive(rateLimit, ...attempt);
  await familiar.add(given.email, network, clock());
  return opened;
}

/** One query and one hash, whether the address is known, the password right, or neither. */
async function findByPassword(
  { database: { db }, hashing }: AccountParts,
  { email, password }: Credentials,
): Promise<string | null> {
  const [found] = await db
    .select({ userId: account.userId, hash: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .where(eq(user.email, email))
    .limit(1);
  if (!found?.hash) {
    await hashing.hash(password);
    return null;
  }
  return (await hashing.verify({ hash: found.hash, password })) ? found.userId : null;
}

/** Exchanges a refresh token for a new session of the same family. */
export async function refresh(parts: AccountParts, refreshToken: string): Promise<Session> {
  const claim = openRefreshToken(refreshToken, parts.secret);
  if (claim !== null) await count(parts.rateLimit, 'refreshSession', claim.sessionId);
  const renewed = claim && (await (await parts.auth()).api.rotateSession({ body: claim }));
  if (!renewed) throw new Refusal('unauthenticated', 'Your session has ended. Please sign in again.');
  return renewed;
}

/** Ends a session: its refresh token and its access tokens are good for nothing from now on. */
export async function signOut({ database }: AccountParts, sessionId: string): Promise<void> {
  await database.db.delete(session).where(eq(session.id, sessionId));
}
