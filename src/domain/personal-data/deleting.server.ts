import { z } from 'zod';
import { deleteOwnComment, deleteCommentsByEmail } from '#domain/comments/own-comments.server.ts';
import { deleteMessagesByEmail } from '#domain/contact/own-messages.server.ts';
import {
  deleteSubscriberByEmail,
  unsubscribeByEmail,
} from '#domain/newsletter/subscription-by-email.server.ts';
import { deleteJobsWithAddress } from '#platform/jobs/jobs-by-address.server.ts';
import { deletePendingMails } from '#platform/mail/mails-by-address.server.ts';
import type { PersonalDataDeps } from './personal-data-deps.server.ts';

const CommentId = z.uuid();

/** Permanently deletes a comment of the address. Does nothing if the comment does not exist. */
export async function deleteComment(
  { database }: PersonalDataDeps,
  address: string,
  commentId: string,
): Promise<void> {
  const { success, data: id } = CommentId.safeParse(commentId);
  if (!success) return;
  await database.transaction((tx) => deleteOwnComment(tx, { email: address, id }));
}

/** Ends the subscription. The record of consent stays as proof. */
export async function unsubscribe({ database, clock }: PersonalDataDeps, address: string): Promise<void> {
  await database.transaction((tx) => unsubscribeByEmail(tx, address, clock()));
}

/**
 * Deletes all data about an address except an account, in one transaction. A keyed hash remains, so that no import adds the
 * address to the newsletter again.
 */
export async function deleteEverything(deps: PersonalDataDeps, address: string): Promise<void> {
  const { database, clock, log, newsletterKey } = deps;
  const deleted = await database.transaction(async (tx) => ({
    comments: await deleteCommentsByEmail(tx, address),
    messages: await deleteMessagesByEmail(tx, address),
    subscribed: await deleteSubscriberByEmail(tx, { key: newsletterKey, email: address, now: clock() }),
    mails: await deletePendingMails(tx, address),
    // After the emails, because a job refers to an email only by its id.
    jobs: await deleteJobsWithAddress(tx, address),
  }));
  log.info(deleted, 'the data about an address was deleted');
}
