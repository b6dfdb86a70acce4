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
  // Renewed while an email is sent. After a crash all emails wait until it has expired.
  leaseSeconds: 30,
  // Twice two minutes, if a delivery that was timed out still has the transport, and the longest pause between two requests.
  runSeconds: 300,
  // There is one transport. Emails that wait for it would occupy the places of other jobs, such as scheduled publications.
  isExclusive: true,
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
