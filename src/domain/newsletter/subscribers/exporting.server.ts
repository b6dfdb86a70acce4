import { asc, gt } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database } from '#platform/db/database.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import { csvLine } from '#platform/csv.ts';

const CSV_COLUMNS = [
  'email',
  'status',
  'source',
  'consent',
  'subscribed_at',
  'confirmed_at',
  'unsubscribed_at',
] as const;

const BATCH_SIZE = 1_000;

/** Streams all subscribers with their proof of consent as CSV. Reads one batch at a time to bound memory. */
export async function* exportSubscribers(database: Database, actor: Actor): AsyncGenerator<string> {
  requirePermission(actor, 'subscriber.manage');
  await database.transaction((tx) => recordEvent(tx, actor, { action: 'subscribers_exported' }));
  yield csvLine(CSV_COLUMNS);
  let after: string | undefined;
  for (;;) {
    const rows = await database.db
      .select()
      .from(subscribers)
      .where(after === undefined ? undefined : gt(subscribers.id, after))
      .orderBy(asc(subscribers.id))
      .limit(BATCH_SIZE);
    yield rows.map(lineOf).join('');
    after = rows.at(-1)?.id;
    if (rows.length < BATCH_SIZE) return;
  }
}

const at = (date: Date | null) => date?.toISOString() ?? '';

function lineOf(row: typeof subscribers.$inferSelect): string {
  const { email, status, source, consent, createdAt, confirmedAt, unsubscribedAt } = row;
  return csvLine([email, status, source, consent, at(createdAt), at(confirmedAt), at(unsubscribedAt)]);
}
