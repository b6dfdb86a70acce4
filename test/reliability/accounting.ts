import { eq } from 'drizzle-orm';
import { type DeliveryState, DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { newsletterDeliveries, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { TestSmtp } from '../smtp.ts';

/** The database compared with what the mail server has. */
export interface Account {
  readonly states: Readonly<Record<DeliveryState, number>>;
  /** Recipients who got the issue more than once. */
  readonly doubles: number;
  /** Recipients without a row, with a row that is still open, or whose row says accepted and who got nothing. */
  readonly silentlyMissed: number;
  /** Mails that no row accounts for: refused or skipped, and arrived. */
  readonly unaccounted: number;
  /** Of the unknown ones, how many have arrived. */
  readonly unknownArrived: number;
}

/** The id of the copy, from its Message-ID. */
export function copyIdOf({ raw }: TestSmtp['taken'][number]): string {
  return /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? '';
}

export async function accountFor(
  { db }: Database,
  issueId: string,
  { taken, recipients }: { readonly taken: TestSmtp['taken']; readonly recipients: readonly string[] },
): Promise<Account> {
  const rows = await db
    .select({
      id: newsletterDeliveries.id,
      status: newsletterDeliveries.status,
      email: newsletterSubscribers.email,
    })
    .from(newsletterDeliveries)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(eq(newsletterDeliveries.issueId, issueId));
  const arrived = new Map<string, number>();
  for (const mail of taken) {
    const key = `${mail.envelope.to.join()} ${copyIdOf(mail)}`;
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
  }
  const times = ({ email, id }: (typeof rows)[number]) => arrived.get(`${email} ${id}`) ?? 0;
  const inState = (...states: DeliveryState[]) => rows.filter(({ status }) => states.includes(status));
  const named = new Set(rows.map(({ email }) => email));
  const known = rows.reduce((sum, row) => sum + times(row), 0);
  return {
    states: Object.fromEntries(
      DELIVERY_STATES.map((state) => [state, inState(state).length]),
    ) as Account['states'],
    doubles: rows.filter((row) => times(row) > 1).length,
    silentlyMissed:
      recipients.filter((email) => !named.has(email)).length +
      inState('queued', 'handed_over').length +
      inState('accepted').filter((row) => times(row) === 0).length,
    unaccounted: taken.length - known + inState('refused', 'skipped').filter((row) => times(row) > 0).length,
    unknownArrived: inState('unknown').filter((row) => times(row) > 0).length,
  };
}
