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
  // With the waits of the jobs about a day and a half: mail servers are given as long everywhere.
  attempts: 20,
  // Four wait for each other at one server, each at most for all of its time-outs.
  leaseSeconds: 300,
});

/**
 * Puts a mail into the outbox as a part of the transaction and returns its id; nothing is posted if that is rolled back.
 * Throws a ZodError for what cannot be mailed, such as a subject with a line break.
 */
export async function postMail(tx: Transaction, mail: Mail): Promise<string> {
  const id = uuidv7();
  await tx.insert(mails).values({ id, content: Mail.parse(mail) });
  await enqueue(tx, mailDelivery, { mailId: id });
  return id;
}
