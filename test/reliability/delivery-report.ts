import { type DeliveryState, DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { listDeliveries } from '../deliveries.ts';
import type { Database } from '#platform/db/database.ts';
import type { SmtpTestServer } from '../smtp.ts';

/** The deliveries in the database compared with the emails that the mail server received. */
export interface DeliveryReport {
  readonly states: Readonly<Record<DeliveryState, number>>;
  /** Recipients who got the issue more than once. */
  readonly duplicates: number;
  /** Recipients without a row, with an unfinished row, or with status accepted but without an email. */
  readonly missing: number;
  /** Emails without a row, and rows that are refused or skipped although an email arrived. */
  readonly unexpected: number;
  /** The number of deliveries with status unknown whose email arrived. */
  readonly unknownArrived: number;
}

/** The delivery ID from the Message-ID of an email. */
export function deliveryIdOf({ raw }: SmtpTestServer['rawMails'][number]): string {
  return /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? '';
}

export async function createDeliveryReport(
  { db }: Database,
  issueId: string,
  {
    receivedMails,
    recipients,
  }: { readonly receivedMails: SmtpTestServer['rawMails']; readonly recipients: readonly string[] },
): Promise<DeliveryReport> {
  const deliveries = await listDeliveries({ db }, issueId);
  const rows = deliveries.filter(({ email }) => email !== null);
  const arrived = new Map<string, number>();
  for (const mail of receivedMails) {
    const key = `${mail.envelope.to.join()} ${deliveryIdOf(mail)}`;
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
  }
  const times = ({ email, id }: (typeof rows)[number]) => arrived.get(`${email} ${id}`) ?? 0;
  const inState = (...states: DeliveryState[]) => rows.filter(({ status }) => states.includes(status));
  const named = new Set(rows.map(({ email }) => email));
  const known = rows.reduce((sum, row) => sum + times(row), 0);
  return {
    states: Object.fromEntries(
      DELIVERY_STATES.map((state) => [state, inState(state).length]),
    ) as DeliveryReport['states'],
    duplicates: rows.filter((row) => times(row) > 1).length,
    missing:
      recipients.filter((email) => !named.has(email)).length +
      inState('queued', 'handed_over').length +
      inState('accepted').filter((row) => times(row) === 0).length,
    unexpected:
      receivedMails.length - known + inState('refused', 'skipped').filter((row) => times(row) > 0).length,
    unknownArrived: inState('unknown').filter((row) => times(row) > 0).length,
  };
}
