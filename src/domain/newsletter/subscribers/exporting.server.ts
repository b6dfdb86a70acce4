import { asc, gt } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import { csvLine } from './csv.ts';

export const CSV_COLUMNS = [
  'email',
  'status',
  'source',
  'consent',
  'subscribed_at',
  'confirmed_at',
  'unsubscribed_at',
] as const;

const AT_ONCE = 1_000;

/** Every subscriber as CSV, the record of their consent with them, a thousand at a time: never all of it in memory. */
export async function* exportSubscribers(db: Db, actor: Actor): AsyncGenerator<string> {
  requireEditor(actor);
  yield csvLine(CSV_COLUMNS);
  let after: string | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(subscribers)
      .where(after === undefined ? undefined : gt(subscribers.id, after))
      .orderBy(asc(subscribers.id))
      .limit(AT_ONCE);
    yield rows.map(lineOf).join('');
    after = rows.at(-1)?.id;
    if (rows.length < AT_ONCE) return;
  }
}

const at = (date: Date | null) => date?.toISOString() ?? '';

function lineOf(row: typeof subscribers.$inferSelect): string {
  const { email, status, source, consent, createdAt, confirmedAt, unsubscribedAt } = row;
  return csvLine([email, status, source, consent, at(createdAt), at(confirmedAt), at(unsubscribedAt)]);
}
