import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import { DAY_MS } from '#platform/durations.ts';
import { localTime } from '#platform/local-time.ts';
import { utcDay } from '#platform/utc-day.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';

/** What happened to the subscribers in a day, a week or a month. */
export interface GrowthStep {
  /** Its first day (YYYY-MM-DD) in the time zone of the site. */
  readonly start: string;
  readonly joined: number;
  readonly left: number;
  /** Subscribers at its end. */
  readonly total: number;
}

interface GrowthQuery {
  readonly unit: 'day' | 'week' | 'month';
  /** The first day of each step, in order and without gaps. */
  readonly starts: readonly string[];
  readonly timeZone: string;
}

/** Growth in consecutive steps. Always takes two passes over the table. */
export async function listGrowth(db: Db, { unit, starts, timeZone }: GrowthQuery): Promise<GrowthStep[]> {
  const joined = await countPerStep(db, 'confirmed_at', { unit, timeZone });
  const left = await countPerStep(db, 'unsubscribed_at', { unit, timeZone });
  const first = starts[0] ?? '';
  // Dates of this form sort as texts.
  const before = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((sum, [start, number]) => (start < first ? sum + number : sum), 0);
  let total = before(joined) - before(left);
  return starts.map((start) => {
    const joinedInStep = joined.get(start) ?? 0;
    const leftInStep = left.get(start) ?? 0;
    total += joinedInStep - leftInStep;
    return { start, joined: joinedInStep, left: leftInStep, total };
  });
}

/** The Mondays of the last `count` weeks, including the current one. */
export function lastWeeks(now: Date, timeZone: string, count: number): string[] {
  const today = localTime(now, timeZone).date;
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: count }, (_, index) => utcDay(monday - (count - 1 - index) * 7 * DAY_MS));
}

/** Counts confirmed subscribers and former ones. Suspended subscribers count as neither joined nor left. */
async function countPerStep(
  db: Db,
  column: 'confirmed_at' | 'unsubscribed_at',
  { unit, timeZone }: Pick<GrowthQuery, 'unit' | 'timeZone'>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ start: string; total: number }>(sql`
    select to_char(date_trunc(${sql.raw(`'${unit}'`)}, ${sql.identifier(column)} at time zone ${zoneInSql(timeZone)}), 'YYYY-MM-DD') as start,
      count(*)::int as total
    from ${subscribers}
    where ${sql.identifier(column)} is not null and confirmed_at is not null
      and status in ('confirmed', 'unsubscribed', 'blocked')
    group by 1`);
  return new Map(rows.map(({ start, total }) => [start, total]));
}
