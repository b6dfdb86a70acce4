import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { rateLimits } from './tables.server.ts';

export interface RateLimitRule {
  /** Attempts per window. */
  readonly limit: number;
  /** At most a day. */
  readonly windowSeconds: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimit {
  /**
   * Counts one attempt under this name and returns whether it is within the limit. The window begins with the first
   * attempt and is not extended by refused ones, so that an attacker cannot lock out a user permanently.
   */
  consume(name: string, allowance: RateLimitRule): Promise<RateLimitResult>;
  /** Reverts one attempt in the current window, for example because it was legitimate. */
  refund(name: string): Promise<void>;
  /** Deletes up to `limit` rows whose window is over, and returns their number. */
  prune(limit: number): Promise<number>;
}

export interface RateLimitOptions {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
  /** Key of the HMAC. */
  readonly key: string;
}

/**
 * Counts attempts under names such as `sign-in:network:203.0.113.7`. Only a keyed hash of the name is stored, which
 * changes daily.
 */
export function createRateLimit({ database, clock, key }: RateLimitOptions): RateLimit {
  const { db } = database;

  /**
   * Today's key, or yesterday's while a window that began then is active, so that the limit does not reset at midnight.
   */
  async function keyFor(name: string, now: Date, windowSeconds: number): Promise<string> {
    const before = new Date(now.getTime() - windowSeconds * 1000);
    const [today, earlier] = [hashed(name, now, key), hashed(name, before, key)];
    if (today === earlier) return today;
    const isActive = and(eq(rateLimits.key, earlier), gt(rateLimits.resetsAt, now));
    return (await db.$count(rateLimits, isActive)) > 0 ? earlier : today;
  }

  return {
    async consume(name, { limit, windowSeconds }) {
      const now = clock();
      const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
      const isExpired = lte(rateLimits.resetsAt, now);
      const [row] = await db
        .insert(rateLimits)
        .values({ key: await keyFor(name, now, windowSeconds), count: 1, resetsAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            // Stops at one beyond the limit: higher counts carry no information and could overflow.
            count: sql`case when ${isExpired} then 1 else least(${rateLimits.count} + 1, ${limit + 1}) end`,
            resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${rateLimits.resetsAt} end`,
          },
        })
        .returning();
      const waitMs = (row?.resetsAt ?? resetsAt).getTime() - now.getTime();
      return {
        allowed: (row?.count ?? 1) <= limit,
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      };
    },
    async refund(name) {
      const now = clock();
      // At most one of them is active.
      const possible = [now, new Date(now.getTime() - DAY_MS)].map((day) => hashed(name, day, key));
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(and(inArray(rateLimits.key, possible), gt(rateLimits.resetsAt, now)));
    },
    async prune(limit) {
      const expired = db
        .select({ key: rateLimits.key })
        .from(rateLimits)
        .where(lte(rateLimits.resetsAt, clock()))
        .limit(limit);
      return (await db.delete(rateLimits).where(inArray(rateLimits.key, expired)).returning()).length;
    },
  };
}

/** Keyed and different each day, so that a network cannot be identified or tracked across days. */
function hashed(name: string, now: Date, key: string): string {
  return createHmac('sha256', key)
    .update(`${utcDay(now)}\n${name}`)
    .digest('base64url');
}
