import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job, type JobContext, RetryLater } from '#platform/jobs/job.ts';
import type { Log } from '#platform/log.server.ts';
import { sanitizeReason } from '#platform/sanitize-reason.server.ts';
import { Mail, type Mailbox, messageIdOf, type OutgoingMail } from './mail.ts';
import { mailDelivery } from './outbox.server.ts';
import { mails } from './tables.server.ts';
import type { AcquiredTransport, TransportPool } from './transport-pool.server.ts';

/**
 * Attempts with an unknown result before the status stays `unknown`. A duplicate is better than a lost email: every
 * attempt has the same Message-ID, by which mail clients merge duplicates.
 */
const MAX_DOUBTS = 3;

export interface DeliveryDeps {
  readonly database: Database;
  readonly transports: TransportPool;
  readonly sender: () => Mailbox;
  readonly clock: Clock;
  readonly log: Log;
}

type MailRow = typeof mails.$inferSelect;

export function deliveryJob(deps: DeliveryDeps): Job<typeof mailDelivery.payload> {
  return defineJob({ ...mailDelivery, run: ({ mailId }, context) => deliver(deps, mailId, context) });
}

/**
 * Waits for a transport, and only then reads the email and records that it is handed over. So a waiting email has no
 * unknown result when the process ends, and an email that was deleted while it waited is not sent.
 */
async function deliver(deps: DeliveryDeps, id: string, context: JobContext): Promise<void> {
  const transport = await deps.transports.acquire(context.signal);
  try {
    const [row] = await deps.database.db.select().from(mails).where(eq(mails.id, id));
    if (row === undefined || row.settledAt !== null) return;
    await attempt(deps, row, transport, context);
  } finally {
    transport.release();
  }
}

async function attempt(
  deps: DeliveryDeps,
  row: MailRow,
  transport: AcquiredTransport,
  context: JobContext,
): Promise<void> {
  // Still `handed_over`: the process ended during the previous attempt.
  const doubts = row.status === 'handed_over' ? row.doubts + 1 : row.doubts;
  const record = new DeliveryRecord(deps, { ...row, doubts });
  if (doubts >= MAX_DOUBTS)
    return record.settle('unknown', row.lastError ?? 'The process ended while it was being sent.');
  const mail = outgoing(row, deps.sender());
  await record.update({ status: 'handed_over', attempts: row.attempts + 1, doubts });
  const result = await transport.deliver(mail, context.signal);
  if (result.state === 'accepted') return record.settle('accepted', null);
  if (result.state === 'refused') return record.settle('refused', result.reason);
  if (result.state === 'unknown' && doubts + 1 >= MAX_DOUBTS) return record.settle('unknown', result.reason);
  if (context.isLastAttempt)
    return record.settle(result.state === 'unknown' ? 'unknown' : 'refused', result.reason);
  await record.update({
    status: 'queued',
    lastError: sanitizeReason(result.reason),
    doubts: result.state === 'unknown' ? doubts + 1 : doubts,
  });
  if (result.state === 'deferred' && result.retryAfterSeconds !== undefined)
    throw new RetryLater(result.reason, result.retryAfterSeconds);
  throw new Error(result.reason);
}

function outgoing(row: MailRow, from: Mailbox): OutgoingMail {
  const messageId = messageIdOf(row.id, from);
  return { ...Mail.parse(row.content), from, id: row.id, messageId, date: row.postedAt };
}

/** Stores the progress and the result of one email. */
class DeliveryRecord {
  readonly #deps: DeliveryDeps;
  readonly #row: MailRow;

  constructor(deps: DeliveryDeps, row: MailRow) {
    this.#deps = deps;
    this.#row = row;
  }

  async update(values: Partial<typeof mails.$inferInsert>): Promise<void> {
    const { db } = this.#deps.database;
    await db
      .update(mails)
      .set(values)
      .where(and(eq(mails.id, this.#row.id), isNull(mails.settledAt)));
  }

  async settle(status: 'accepted' | 'refused' | 'unknown', reason: string | null): Promise<void> {
    const lastError = reason === null ? null : sanitizeReason(reason);
    if (status !== 'accepted')
      this.#deps.log.warn({ mail: this.#row.id, reason: lastError }, `email delivery: ${status}`);
    const { doubts } = this.#row;
    await this.update({ status, lastError, doubts, content: null, settledAt: this.#deps.clock() });
  }
}
