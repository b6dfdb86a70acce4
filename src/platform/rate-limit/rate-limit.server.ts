import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { rateLimits } from './tables.server.ts';

const DAY_MS = 86_400_000;

export interface Allowance {
  /** Times within a window. */
  readonly limit: number;
  /** A day at most. */
  readonly windowSeconds: number;
}

export interface Verdict {
  readonly allowed: boolean;
  /** Until the window is over, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimit {
  /**
   * Counts one attempt under this name and says whether it is still within the allowance. The window begins with the
   * first attempt and is not moved by refused ones, so that nobody can keep somebody else out by going on trying.
   */
  take(name: string, allowance: Allowance): Promise<Verdict>;
  /** Takes back one attempt of the present window that turned out not to be what the limit is against. */
  giveBack(name: string): Promise<void>;
  /** Deletes up to `limit` rows whose window is over, and returns how many it were. */
  prune(limit: number): Promise<number>;
}

export interface RateLimitOptions {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
  /** Key of the hash. */
  readonly key: string;
}

/** Counts attempts under names such as `sign-in:network:203.0.113.7`, of which only a hash that changes daily is kept. */
export function createRateLimit({ database, clock, key }: RateLimitOptions): RateLimit {
  const { db } = database;

  /** That of today, or of yesterday while a window lasts that began then: midnight gives nobody a second allowance. */
  async function keyFor(name: string, now: Date, windowSeconds: number): Promise<string> {
    const before = new Date(now.getTime() - windowSeconds * 1000);
    const [today, earlier] = [hashed(name, now, key), hashed(name, before, key)];
    if (today === earlier) return today;
    const lasts = and(eq(rateLimits.key, earlier), gt(rateLimits.resetsAt, now));
    return (await db.$count(rateLimits, lasts)) > 0 ? earlier : today;
  }

  return {
    async take(name, { limit, windowSeconds }) {
      const now = clock();
      const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
      const isOver = lte(rateLimits.resetsAt, now);
      const [row] = await db
        .insert(rateLimits)
        .values({ key: await keyFor(name, now, windowSeconds), count: 1, resetsAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            // stops one beyond the limit: more would say nothing and could overflow
            count: sql`case when ${isOver} then 1 else least(${rateLimits.count} + 1, ${limit + 1}) end`,
            resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
          },
        })
        .returning();
      const waitMs = (row?.resetsAt ?? resetsAt).getTime() - now.getTime();
      return {
        allowed: (row?.count ?? 1) <= limit,
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      };
    },
    async giveBack(name) {
      const now = clock();
      // Only one of them lasts.
      const possible = [now, new Date(now.getTime() - DAY_MS)].map((day) => hashed(name, day, key));
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(and(inArray(rateLimits.key, possible), gt(rateLimits.resetsAt, now)));
    },
    async prune(limit) {
      const over = db
        .select({ key: rateLimits.key })
        .from(rateLimits)
        .where(lte(rateLimits.resetsAt, clock()))
        .limit(limit);
      return (await db.delete(rateLimits).where(inArray(rateLimits.key, over)).returning()).length;
    },
  };
}

/** Keyed, and of one day: two rows cannot be told to be of one network, and yesterday's not at all. */
function hashed(name: string, now: Date, key: string): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac('sha256', key).update(`${day}\n${name}`).digest('base64url');
}
