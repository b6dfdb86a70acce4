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

  const found = await findByPassword(parts, given);
  const opened = found && (await openSession(parts, found));
  if (!opened) throw new Refusal('unauthenticated', 'Invalid email or password');
  for (const attempt of counted) await forgive(rateLimit, ...attempt);
  // A stranger who signed up with the address would otherwise keep the right to guess from there after it is confirmed.
  if (found.emailVerified) await familiar.add(given.email, network, clock());
  return opened;
}

interface Credential {
  readonly userId: string;
  readonly emailVerified: boolean;
  readonly hash: string;
}

/** One query and one hash, whether the address is known, the password right, or neither. */
async function findByPassword(
  { database: { db }, hashing }: AccountParts,
  { email, password }: Credentials,
): Promise<Credential | null> {
  const [found] = await db
    .select({ userId: account.userId, hash: account.password, emailVerified: user.emailVerified })
    .from(user)
    .innerJoin(account, isCredentialOf(user.id))
    .where(eq(user.email, email))
    .limit(1);
  if (!found?.hash) {
    await hashing.hash(password);
    return null;
  }
  return (await hashing.verify({ hash: found.hash, password })) ? { ...found, hash: found.hash } : null;
}

/**
 * Null when the password was replaced while it was compared: replacing it ends every session, and this one would be
 * opened just after. The lock waits for a replacement that is under way, which writes the password before it ends the
 * sessions (`setPasswordByLink`).
 */
async function openSession(parts: AccountParts, { userId, hash }: Credential): Promise<Session | null> {
  const opened = await (await parts.auth()).api.openSession({ body: { userId } });
  const [current] = await parts.database.db
    .select({ hash: account.password })
    .from(account)
    .where(isCredentialOf(userId))
    .limit(1)
    .for('share');
  if (current?.hash === hash) return opened;
  const claim = opened && openRefreshToken(opened.refreshToken, parts.secret);
  if (claim) await signOut(parts, claim.sessionId);
  return null;
}

const isCredentialOf = (userId: string | typeof user.id) =>
  and(eq(account.userId, userId), eq(account.providerId, 'credential'));

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
