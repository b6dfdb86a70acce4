import { and, count, desc, eq, isNotNull, like, max, or } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { addressSearchTexts } from '#platform/mail/email-address.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
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

const containsText = (text: string) =>
  like(subscribers.email, `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`);

/** Most recently added first. */
export function listSubscribers(
  db: Db,
  { status, search, page }: SubscriberQuery,
): Promise<PageOf<NewsroomSubscriber>> {
  const where = and(
    status === undefined ? undefined : eq(subscribers.status, status),
    search === '' ? undefined : or(...addressSearchTexts(search).map(containsText)),
  );
  const found = db
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
    .orderBy(desc(subscribers.id));
  return readPage(found, { page, count: db.$count(subscribers, where) });
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
