import { and, count, desc, eq, ilike, isNotNull, max, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import { SUBSCRIBER_STATES, type SubscriberState } from '../subscriber.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';

export interface NewsroomSubscriber {
  readonly id: string;
  readonly email: string;
  readonly status: SubscriberState;
  readonly source: 'form' | 'import';
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
}

export interface SubscriberQuery {
  readonly status: SubscriberState | undefined;
  /** Substring of the address. */
  readonly search: string;
  readonly page: number;
}

const PAGE_SIZE = 20;

/** Most recently added first. */
export async function listSubscribers(db: Db, { status, search, page }: SubscriberQuery) {
  const where = and(
    status === undefined ? undefined : eq(subscribers.status, status),
    search === '' ? undefined : ilike(subscribers.email, `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`),
  );
  const total = await db.$count(subscribers, where);
  const rows: NewsroomSubscriber[] = await db
    .select({
      id: subscribers.id,
      email: subscribers.email,
      status: subscribers.status,
      source: subscribers.source,
      createdAt: subscribers.createdAt,
      confirmedAt: subscribers.confirmedAt,
      unsubscribedAt: subscribers.unsubscribedAt,
    })
    .from(subscribers)
    .where(where)
    .orderBy(desc(subscribers.id))
    .limit(PAGE_SIZE)
    .offset(pageOffset(page, PAGE_SIZE));
  return { subscribers: rows, total, page, pageCount: countPages(total, PAGE_SIZE) };
}

export async function countSubscribers(db: Db): Promise<Record<SubscriberState, number>> {
  const rows = await db
    .select({ status: subscribers.status, total: count() })
    .from(subscribers)
    .groupBy(subscribers.status);
  const totals = new Map(rows.map(({ status, total }) => [status, total]));
  return Object.fromEntries(SUBSCRIBER_STATES.map((state) => [state, totals.get(state) ?? 0])) as Record<
    SubscriberState,
    number
  >;
}

/** Counts the deferred confirmation emails. `last`: when the most recent one was deferred. */
export async function countDeferredConfirmations(db: Db): Promise<{ total: number; last: Date | null }> {
  const [row] = await db
    .select({ total: count(), last: max(subscribers.confirmationWithheldAt) })
    .from(subscribers)
    .where(isNotNull(subscribers.confirmationWithheldAt));
  return { total: row?.total ?? 0, last: row?.last ?? null };
}

export interface GrowthWeek {
  /** Its Monday (YYYY-MM-DD) in the time zone of the site. */
  readonly week: string;
  readonly joined: number;
  readonly left: number;
  /** Subscribers at the end of the week. */
  readonly total: number;
}

const DAY_MS = 86_400_000;

/** Growth in the last `weeks` weeks, including the current one. Always takes two passes over the table. */
export async function listGrowth(
  db: Db,
  { now, timeZone, weeks }: { readonly now: Date; readonly timeZone: string; readonly weeks: number },
): Promise<GrowthWeek[]> {
  const joined = await perWeek(db, 'confirmed_at', timeZone);
  const left = await perWeek(db, 'unsubscribed_at', timeZone);
  const monday = mondayOf(now, timeZone);
  const first = monday - (weeks - 1) * 7 * DAY_MS;
  const before = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((sum, [week, number]) => (Date.parse(week) < first ? sum + number : sum), 0);
  let total = before(joined) - before(left);
  return Array.from({ length: weeks }, (_, index) => {
    const week = new Date(first + index * 7 * DAY_MS).toISOString().slice(0, 10);
    const joinedInWeek = joined.get(week) ?? 0;
    const leftInWeek = left.get(week) ?? 0;
    total += joinedInWeek - leftInWeek;
    return { week, joined: joinedInWeek, left: leftInWeek, total };
  });
}

/** Counts confirmed subscribers and former ones per week. Suspended subscribers count as neither joined nor left. */
async function perWeek(
  db: Db,
  column: 'confirmed_at' | 'unsubscribed_at',
  timeZone: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ week: string; total: number }>(sql`
    select to_char(date_trunc('week', ${sql.identifier(column)} at time zone ${zoneInSql(timeZone)}), 'YYYY-MM-DD') as week,
      count(*)::int as total
    from ${subscribers}
    where ${sql.identifier(column)} is not null and confirmed_at is not null
      and status in ('confirmed', 'unsubscribed', 'blocked')
    group by 1`);
  return new Map(rows.map(({ week, total }) => [week, total]));
}

/** Monday of the current week in the time zone, as midnight UTC of that calendar date. */
function mondayOf(now: Date, timeZone: string): number {
  const today = Date.parse(`${now.toLocaleDateString('en-CA', { timeZone })}T00:00:00Z`);
  return today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
}
