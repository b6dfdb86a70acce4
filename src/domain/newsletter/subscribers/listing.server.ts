import { and, count, desc, eq, ilike, isNotNull, max, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
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
  /** Part of the address. */
  readonly search: string;
  readonly page: number;
}

const PAGE_SIZE = 20;

/** Those who came last first. */
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
    .offset(rowsBefore(page, PAGE_SIZE));
  return { subscribers: rows, total, page, pageCount: pagesOf(total, PAGE_SIZE) };
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

/** Confirmation mails that are held back: how many, and since when the last. */
export async function countWithheld(db: Db): Promise<{ total: number; last: Date | null }> {
  const [row] = await db
    .select({ total: count(), last: max(subscribers.confirmationWithheldAt) })
    .from(subscribers)
    .where(isNotNull(subscribers.confirmationWithheldAt));
  return { total: row?.total ?? 0, last: row?.last ?? null };
}

export interface GrowthWeek {
  /** Its Monday, YYYY-MM-DD, in the zone of the site. */
  readonly week: string;
  readonly joined: number;
  readonly left: number;
  /** At its end. */
  readonly total: number;
}

const DAY_MS = 86_400_000;

/** The last `weeks` weeks, the present one included. Two passes over the table, whatever their number. */
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
    const came = joined.get(week) ?? 0;
    const went = left.get(week) ?? 0;
    total += came - went;
    return { week, joined: came, left: went, total };
  });
}

/** Who was confirmed once and is it still, or has left: those that are suspended are in neither number. */
async function perWeek(
  db: Db,
  column: 'confirmed_at' | 'unsubscribed_at',
  timeZone: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ week: string; total: number }>(sql`
    select to_char(date_trunc('week', ${sql.identifier(column)} at time zone ${timeZone}), 'YYYY-MM-DD') as week,
      count(*)::int as total
    from ${subscribers}
    where ${sql.identifier(column)} is not null and confirmed_at is not null
      and status in ('confirmed', 'unsubscribed', 'blocked')
    group by 1`);
  return new Map(rows.map(({ week, total }) => [week, total]));
}

/** As midnight UTC of that calendar day. */
function mondayOf(now: Date, timeZone: string): number {
  const today = Date.parse(`${now.toLocaleDateString('en-CA', { timeZone })}T00:00:00Z`);
  return today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
}
