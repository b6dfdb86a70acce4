import { z } from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJobKind } from '#platform/jobs/job.ts';
import { Mail } from './mail.ts';
import { mails } from './tables.server.ts';

export const mailDelivery = defineJobKind({
  kind: 'mail.deliver',
  payload: z.object({ mailId: z.uuid() }),
  // With the backoff of the jobs about a day and a half, a usual retry period for email.
  attempts: 20,
  // Up to four jobs wait for the one transport, each for at most the sum of its timeouts.
  leaseSeconds: 300,
});

/**
 * Adds an email to the outbox as part of the transaction and returns its id. Throws a ZodError for an invalid email,
 * such as one with a line break in its subject.
 */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<string> {
  const id = uuidv7();
  await tx.insert(mails).values({ id, content: Mail.parse(mail) });
  await enqueue(tx, mailDelivery, { mailId: id });
  return id;
}
