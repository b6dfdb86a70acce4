import { and, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { Mail } from './mail.ts';
import { mails } from './tables.server.ts';

/** A mail that still waits, and by whom it belongs to somebody: it goes to them, or carries what they wrote. */
export interface WaitingMail {
  readonly to: string;
  readonly subject: string;
  readonly postedAt: Date;
}

/** More would have been settled since. */
const MOST_LISTED = 1_000;

/**
 * Who a mail is about is who an answer to it goes to; without that, who it goes to. So what readers write to the owner is
 * theirs, and not the owner's to take back with their own. A mail that has come to its end holds no address any more.
 */
const isOf = (address: string) =>
  and(
    isNull(mails.settledAt),
    sql`lower(coalesce(${mails.content} #>> '{replyTo,address}', ${mails.content} #>> '{to,address}')) = ${address}`,
  );

/** Mails in the outbox that belong to this address, lower-cased; the oldest first. Without their text: it may let somebody in. */
export async function listMailsOf(db: Db | Transaction, address: string): Promise<WaitingMail[]> {
  const rows = await db
    .select({ content: mails.content, postedAt: mails.postedAt })
    .from(mails)
    .where(isOf(address))
    .orderBy(mails.id)
    .limit(MOST_LISTED);
  return rows.flatMap(({ content, postedAt }) => (content === null ? [] : [waiting(content, postedAt)]));
}

const waiting = ({ to, subject }: Mail, postedAt: Date): WaitingMail => ({
  to: to.address,
  subject,
  postedAt,
});

/** Takes them out before they go. One that is being handed over at this moment may still arrive. Returns how many it were. */
export async function deleteMailsOf(tx: Transaction, address: string): Promise<number> {
  return (await tx.delete(mails).where(isOf(address)).returning({ id: mails.id })).length;
}
