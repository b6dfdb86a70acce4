import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import type { RefreshClaim } from './refresh-token.server.ts';
import { session } from './tables.server.ts';

/** Two tabs that refresh at the same moment are not theft. */
const GRACE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A session nobody uses ends after this. */
export const IDLE_DAYS = 14;
/** And after this whoever uses it shows their password again. */
const LONGEST_DAYS = 90;

type SessionRow = typeof session.$inferSelect;

export interface RotationParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Exchanges a secret of a session for its successor. The one before the present is answered with the same successor for
 * ten seconds. Any other old one means that two hold what was given to one: nobody can tell which of them is the thief,
 * so the session ends for both. Null when there is no session left.
 */
export async function rotate(
  claim: RefreshClaim,
  { db, clock, log }: RotationParts,
): Promise<SessionRow | null> {
  const now = clock();
  const [found] = await db.select().from(session).where(eq(session.id, claim.sessionId)).limit(1);
  if (!found || found.expiresAt <= now) return null;
  // Where the secret is still the present one, exactly one of many at once gets to replace it.
  const [rotated] = await db
    .update(session)
    .set({
      token: randomBytes(24).toString('base64url'),
      previousToken: claim.secret,
      rotatedAt: now,
      expiresAt: endOf(found.createdAt, now),
      updatedAt: now,
    })
    .where(and(eq(session.id, claim.sessionId), eq(session.token, claim.secret), gt(session.expiresAt, now)))
    .returning();
  if (rotated) return rotated;
  const [present] = await db.select().from(session).where(eq(session.id, claim.sessionId)).limit(1);
  if (!present) return null;
  if (present.previousToken === claim.secret && isRecent(present.rotatedAt, now)) return present;
  await db.delete(session).where(eq(session.id, claim.sessionId));
  log.warn({ session: claim.sessionId }, 'an old refresh token was used again; its session is over');
  return null;
}

function endOf(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_DAYS * DAY_MS, createdAt.getTime() + LONGEST_DAYS * DAY_MS));
}

function isRecent(moment: Date | null, now: Date): boolean {
  return moment !== null && now.getTime() - moment.getTime() <= GRACE_MS;
}
