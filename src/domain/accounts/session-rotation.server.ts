import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log.server.ts';
import type { RefreshClaim } from './refresh-token.server.ts';
import { session } from './tables.server.ts';

/** The previous secret stays valid this long, because two tabs may refresh at the same time. */
const GRACE_MS = 10_000;
/** An unused session expires after this many days. */
export const IDLE_DAYS = 14;
/** Maximum lifetime of a session. After it the user signs in again. */
const MAX_DAYS = 90;

export interface Rotation extends RefreshClaim {
  /**
   * The same for every attempt of one client to use the secret, so that a lost response does not look like reuse. Null if the client
   * sends none.
   */
  readonly key: string | null;
}

type SessionRow = typeof session.$inferSelect;

export interface RotationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Replaces the secret of a session with a new one. The previous secret returns the same successor for ten seconds, and for the key of
 * the rotation until the successor is replaced. Any other old secret is evidence that the token was copied. It cannot be decided which
 * client is legitimate, so the session ends for both. Null when the session does not exist or has ended.
 */
export async function rotateSession(
  claim: Rotation,
  { db, clock, log }: RotationDeps,
): Promise<SessionRow | null> {
  const now = clock();
  const [found] = await db.select().from(session).where(eq(session.id, claim.sessionId)).limit(1);
  if (!found || found.expiresAt <= now) return null;
  // The condition on the current secret lets exactly one of several concurrent calls replace it.
  const [rotated] = await db
    .update(session)
    .set({
      token: randomBytes(24).toString('base64url'),
      previousToken: claim.secret,
      rotatedAt: now,
      rotationKey: claim.key,
      expiresAt: expiryOf(found.createdAt, now),
      updatedAt: now,
    })
    .where(and(eq(session.id, claim.sessionId), eq(session.token, claim.secret), gt(session.expiresAt, now)))
    .returning();
  if (rotated) return rotated;
  const [current] = await db.select().from(session).where(eq(session.id, claim.sessionId)).limit(1);
  if (!current) return null;
  const isRepeated = claim.key !== null && claim.key === current.rotationKey;
  if (current.previousToken === claim.secret && (isRepeated || isRecent(current.rotatedAt, now)))
    return current;
  await db.delete(session).where(eq(session.id, claim.sessionId));
  log.warn({ session: claim.sessionId }, 'an old refresh token was reused; its session was ended');
  return null;
}

function expiryOf(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + MAX_DAYS * DAY_MS));
}

function isRecent(moment: Date | null, now: Date): boolean {
  return moment !== null && now.getTime() - moment.getTime() <= GRACE_MS;
}
