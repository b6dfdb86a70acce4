import { z } from 'zod';
import { withdrawComment, withdrawCommentsBy } from '#domain/comments/own-comments.server.ts';
import { deleteMessagesFrom } from '#domain/contact/own-messages.server.ts';
import { forgetAddress, unsubscribeAddress } from '#domain/newsletter/own-address.server.ts';
import { deleteJobsNaming } from '#platform/jobs/naming.server.ts';
import { deleteMailsOf } from '#platform/mail/mails-of-address.server.ts';
import type { ReadersParts } from './readers-parts.server.ts';

const CommentId = z.uuid();

/** Deletes one comment for good. One that is not there any more, or never was, is no mistake. */
export async function withdraw({ database }: ReadersParts, address: string, given: string): Promise<void> {
  const { success, data: id } = CommentId.safeParse(given);
  if (!success) return;
  await database.transaction((tx) => withdrawComment(tx, { email: address, id }));
}

/** Ends the subscription; what was agreed to and when stays, as the proof of it. */
export async function unsubscribe({ database, clock }: ReadersParts, address: string): Promise<void> {
  await database.transaction((tx) => unsubscribeAddress(tx, address, clock()));
}

/**
 * Deletes everything that is kept about an address but an account: all of it or, if anything fails, nothing. What is
 * left is a keyed hash by which the newsletter knows whom no list may add again.
 */
export async function deleteEverything(parts: ReadersParts, address: string): Promise<void> {
  const { database, clock, log, newsletterKey } = parts;
  const gone = await database.transaction(async (tx) => ({
    comments: await withdrawCommentsBy(tx, address),
    messages: await deleteMessagesFrom(tx, address),
    subscribed: await forgetAddress(tx, { key: newsletterKey, email: address, now: clock() }),
    mails: await deleteMailsOf(tx, address),
    // After the mails, whose rows they name by nothing but an id.
    jobs: await deleteJobsNaming(tx, address),
  }));
  log.info(gone, 'what was kept about an address was deleted');
}
