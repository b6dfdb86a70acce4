import { createHmac } from 'node:crypto';
import { and, gt, inArray, lte, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/durations.ts';
import { createBatches } from '#platform/batches.ts';
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
  /** The result of one more attempt, without counting it: writes nothing. */
  peek(name: string, allowance: RateLimitRule): Promise<RateLimitResult>;
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

interface Attempt {
  readonly name: string;
  readonly rule: RateLimitRule;
}

interface KeyedAttempt {
  readonly key: string;
  readonly rule: RateLimitRule;
}

type CountedRow = typeof rateLimits.$inferSelect;

/** What the attempts of one batch add to a row. */
interface Counter {
  readonly key: string;
  readonly rule: RateLimitRule;
  readonly attempts: number;
}

/**
 * Counts attempts under names such as `sign-in:network:203.0.113.7`. Only a keyed hash of the name is stored, which
 * changes daily.
 */
export function createRateLimit({ database, clock, key: hmacKey }: RateLimitOptions): RateLimit {
  const { db } = database;

  /**
   * Adds to each attempt today's key, or yesterday's while a window that began then is active, so that the limit does not reset at
   * midnight.
   */
  async function withKeys(attempts: readonly Attempt[], now: Date): Promise<readonly KeyedAttempt[]> {
    const possible = attempts.map(({ name, rule }) => {
      const before = new Date(now.getTime() - rule.windowSeconds * 1000);
      return { rule, today: hashed(name, now, hmacKey), earlier: hashed(name, before, hmacKey) };
    });
    const earlier = possible.filter((keys) => keys.earlier !== keys.today).map((keys) => keys.earlier);
    if (earlier.length === 0) return possible.map(({ rule, today }) => ({ rule, key: today }));
    const rows = await db
      .select({ key: rateLimits.key })
      .from(rateLimits)
      .where(and(sql`${rateLimits.key} = any(${sql.param(earlier)}::text[])`, gt(rateLimits.resetsAt, now)));
    const active = new Set(rows.map(({ key }) => key));
    return possible.map(({ rule, today, earlier: former }) => ({
      rule,
      key: active.has(former) ? former : today,
    }));
  }

  /** Attempts at the same time are counted by one statement. */
  const consume = createBatches(consumeAll, { maxItems: 100, maxWaiting: 10_000 });

  async function consumeAll(
    attempts: readonly Attempt[],
  ): Promise<readonly PromiseSettledResult<RateLimitResult>[]> {
    const now = clock();
    const counters = new Map<string, Counter>();
    const numbered = [];
    for (const { key, rule } of await withKeys(attempts, now)) {
      const number = (counters.get(key)?.attempts ?? 0) + 1;
      counters.set(key, { key, rule, attempts: number });
      numbered.push({ key, rule, number });
    }
    const counted = new Map<string, CountedRow>();
    for (const [limit, group] of Map.groupBy(counters.values(), ({ rule }) => rule.limit))
      for (const row of await count(group, limit, now)) counted.set(row.key, row);
    return numbered.map(({ key, rule, number }) => {
      const row = counted.get(key);
      const attemptsAfter = (counters.get(key)?.attempts ?? 0) - number;
      const resetsAt = row?.resetsAt ?? new Date(now.getTime() + rule.windowSeconds * 1000);
      const value = {
        allowed: (row?.count ?? 1) - attemptsAfter <= rule.limit,
        retryAfterSeconds: secondsUntil(resetsAt, now),
      };
      return { status: 'fulfilled', value };
    });
  }

  /** Adds the attempts to the counters, which have the same limit, and returns their rows. */
  function count(counters: readonly Counter[], limit: number, now: Date): Promise<CountedRow[]> {
    const isExpired = lte(rateLimits.resetsAt, now);
    return db
      .insert(rateLimits)
      .select(
        sql`select key, attempts, resets_at
          from unnest(${column(counters, ({ key }) => key)}::text[],
            ${column(counters, ({ attempts }) => attempts)}::int[],
            ${column(counters, ({ rule }) => new Date(now.getTime() + rule.windowSeconds * 1000))}::timestamptz[])
            as counter (key, attempts, resets_at)
          -- A fixed order, so that two processes that count the same keys cannot deadlock.
          order by key`,
      )
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          // Attempts beyond the limit are not added up: they carry no information and could overflow.
          count: sql`case when ${isExpired} then 0 else least(${rateLimits.count}, ${limit}) end + excluded.count`,
          resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${rateLimits.resetsAt} end`,
        },
      })
      .returning();
  }

  const refusals = createRefusals(clock);

  return {
    async consume(name, rule) {
      const refused = refusals.find(name);
      if (refused !== null) return refused;
      const result = await consume({ name, rule });
      if (!result.allowed) refusals.add(name, result);
      return result;
    },
    async peek(name, rule) {
      const now = clock();
      const refused = refusals.find(name);
      if (refused !== null) return refused;
      const keys = (await withKeys([{ name, rule }], now)).map(({ key }) => key);
      const [row] = await db
        .select()
        .from(rateLimits)
        .where(and(inArray(rateLimits.key, keys), gt(rateLimits.resetsAt, now)));
      return {
        allowed: row === undefined || row.count < rule.limit,
        retryAfterSeconds: secondsUntil(row?.resetsAt ?? now, now),
      };
    },
    async refund(name) {
      const now = clock();
      refusals.delete(name);
      // At most one of them is active.
      const possible = [now, new Date(now.getTime() - DAY_MS)].map((day) => hashed(name, day, hmacKey));
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

/** One parameter, so that the statement has the same text for any number of rows and stays prepared. */
const column = <Row, Value>(rows: readonly Row[], value: (row: Row) => Value) => sql.param(rows.map(value));

/** Names that are remembered. */
const MAX_REFUSALS = 20_000;
/** Another process may take an attempt back meanwhile. */
const REFUSAL_MS = 60_000;

/** Remembers refused names in memory for a while, so that a flood of refused attempts writes nothing. */
function createRefusals(clock: Clock) {
  const refused = new Map<string, { readonly endsAt: Date; readonly until: number }>();
  return {
    find(name: string): RateLimitResult | null {
      const [now, found] = [clock(), refused.get(name)];
      if (found === undefined) return null;
      // Also after the clock was set back.
      if (found.until > now.getTime() && found.until <= now.getTime() + REFUSAL_MS)
        return { allowed: false, retryAfterSeconds: secondsUntil(found.endsAt, now) };
      refused.delete(name);
      return null;
    },
    add(name: string, { retryAfterSeconds }: RateLimitResult): void {
      const endsAt = new Date(clock().getTime() + retryAfterSeconds * 1000);
      const [oldest] = refused.keys();
      if (refused.size >= MAX_REFUSALS && oldest !== undefined) refused.delete(oldest);
      refused.set(name, { endsAt, until: Math.min(endsAt.getTime(), clock().getTime() + REFUSAL_MS) });
    },
    delete: (name: string) => void refused.delete(name),
  };
}

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/** Keyed and different each day, so that a network cannot be identified or tracked across days. */
function hashed(name: string, now: Date, key: string): string {
  return createHmac('sha256', key)
    .update(`${utcDay(now)}\n${name}`)
    .digest('base64url');
}
