import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job, type JobContext, RetryLater } from '#platform/jobs/job.ts';
import { type Log, redactLine } from '#platform/log.server.ts';
import { Mail, type Mailbox, messageIdOf, type OutgoingMail } from './mail.ts';
import { mailDelivery } from './posting.server.ts';
import { mails } from './tables.server.ts';
import type { LentTransport, TransportPool } from './transport-pool.server.ts';

/**
 * How often an end nobody knows is answered with another attempt, before it stays `unknown`. Better twice than never:
 * every attempt carries the same Message-ID, made when the mail was posted, by which mail programs fold doubles.
 */
const MOST_DOUBTS = 3;
const LONGEST_ERROR = 300;

export interface DeliveryParts {
  readonly database: Database;
  readonly transports: TransportPool;
  readonly from: Mailbox;
  readonly clock: Clock;
  readonly log: Log;
}

type MailRow = typeof mails.$inferSelect;

export function deliveryJob(parts: DeliveryParts): Job<typeof mailDelivery.payload> {
  return defineJob({ ...mailDelivery, run: ({ mailId }, context) => deliver(parts, mailId, context) });
}

/**
 * Waits for a transport, and only then reads the mail and records that it is handed over: a process that ends leaves no
 * mail in doubt that was waiting, and one that was deleted meanwhile is not sent.
 */
async function deliver(parts: DeliveryParts, id: string, context: JobContext): Promise<void> {
  const transport = await parts.transports.acquire(context.signal);
  try {
    const [row] = await parts.database.db.select().from(mails).where(eq(mails.id, id));
    if (row === undefined || row.settledAt !== null) return;
    await attempt(parts, row, transport, context);
  } finally {
    transport.release();
  }
}

async function attempt(
  parts: DeliveryParts,
  row: MailRow,
  transport: LentTransport,
  context: JobContext,
): Promise<void> {
  // Handed over, and then nothing: the process ended in the middle.
  const doubts = row.status === 'handed_over' ? row.doubts + 1 : row.doubts;
  const settling = new Settling(parts, { ...row, doubts });
  if (doubts >= MOST_DOUBTS)
    return settling.settle('unknown', row.lastError ?? 'The process ended while it was sent.');
  const mail = outgoing(row, parts.from);
  await settling.note({ status: 'handed_over', attempts: row.attempts + 1, doubts });
  const outcome = await transport.deliver(mail, context.signal);
  if (outcome.state === 'accepted') return settling.settle('accepted', null);
  if (outcome.state === 'refused') return settling.settle('refused', outcome.reason);
  if (outcome.state === 'unknown' && doubts + 1 >= MOST_DOUBTS)
    return settling.settle('unknown', outcome.reason);
  if (context.isLastAttempt)
    return settling.settle(outcome.state === 'unknown' ? 'unknown' : 'refused', outcome.reason);
  await settling.note({
    status: 'queued',
    lastError: shown(outcome.reason),
    doubts: outcome.state === 'unknown' ? doubts + 1 : doubts,
  });
  if (outcome.state === 'deferred' && outcome.retryAfterSeconds !== undefined)
    throw new RetryLater(outcome.reason, outcome.retryAfterSeconds);
  throw new Error(outcome.reason);
}

function outgoing(row: MailRow, from: Mailbox): OutgoingMail {
  const messageId = messageIdOf(row.id, from);
  return { ...Mail.parse(row.content), from, id: row.id, messageId, date: row.postedAt };
}

/** Writes down what became of one mail. */
class Settling {
  readonly #parts: DeliveryParts;
  readonly #row: MailRow;

  constructor(parts: DeliveryParts, row: MailRow) {
    this.#parts = parts;
    this.#row = row;
  }

  async note(values: Partial<typeof mails.$inferInsert>): Promise<void> {
    const { db } = this.#parts.database;
    await db
      .update(mails)
      .set(values)
      .where(and(eq(mails.id, this.#row.id), isNull(mails.settledAt)));
  }

  async settle(status: 'accepted' | 'refused' | 'unknown', reason: string | null): Promise<void> {
    const lastError = reason === null ? null : shown(reason);
    if (status !== 'accepted')
      this.#parts.log.warn({ mail: this.#row.id, reason: lastError }, `a mail is ${status}`);
    const { doubts } = this.#row;
    await this.note({ status, lastError, doubts, content: null, settledAt: this.#parts.clock() });
  }
}

/** One line without addresses: servers like to repeat them in their refusals. */
function shown(reason: string): string {
  return redactLine(reason.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_ERROR);
}
