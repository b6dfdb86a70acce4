import { and, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { Mail } from './mail.ts';
import { mails } from './tables.server.ts';

/** An email that is not sent yet and concerns an address: as its recipient, or as the author of its content. */
export interface PendingMail {
  readonly to: string;
  readonly subject: string;
  readonly postedAt: Date;
}

/** Limit; so many pending emails for one address are not expected. */
const MAX_LISTED = 1_000;

/**
 * An email concerns its reply address, or without one its recipient. So a message that a reader sent to the owner
 * belongs to the reader and is not deleted with the owner's data. A settled email no longer contains an address.
 */
const isPendingFor = (address: string) =>
  and(
    isNull(mails.settledAt),
    sql`lower(coalesce(${mails.content} #>> '{replyTo,address}', ${mails.content} #>> '{to,address}')) = ${address}`,
  );

/**
 * Emails in the outbox that concern this lower-cased address, oldest first. Without their text, which may contain
 * sign-in links.
 */
export async function listPendingMails(db: Db | Transaction, address: string): Promise<PendingMail[]> {
  const rows = await db
    .select({ content: mails.content, postedAt: mails.postedAt })
    .from(mails)
    .where(isPendingFor(address))
    .orderBy(mails.id)
    .limit(MAX_LISTED);
  return rows.flatMap(({ content, postedAt }) =>
    content === null ? [] : [toPendingMail(content, postedAt)],
  );
}

const toPendingMail = ({ to, subject }: Mail, postedAt: Date): PendingMail => ({
  to: to.address,
  subject,
  postedAt,
});

/**
 * Deletes them before they are sent. An email that is being sent may still arrive. Returns the number of deleted
 * emails.
 */
export async function deletePendingMails(tx: Transaction, address: string): Promise<number> {
  return (await tx.delete(mails).where(isPendingFor(address)).returning({ id: mails.id })).length;
}
