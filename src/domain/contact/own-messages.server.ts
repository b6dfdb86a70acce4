import { and, desc, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import type { ContactMessage } from './message.ts';
import { contactMessages } from './tables.server.ts';

/** A message as shown to its sender. */
export interface OwnMessage extends ContactMessage {
  readonly id: string;
  readonly createdAt: Date;
}

/** Earlier versions stored the address as entered, so it is compared in lower case. */
const isFrom = (email: string) => sql`lower(${contactMessages.email}) = ${email}`;

/**
 * Lists the messages of an address, newest first.
 *
 * @param email in lower case
 * @param options.before id of the last message of the previous page
 */
export async function listMessagesByEmail(
  db: Db,
  email: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<OwnMessage[]> {
  const { id, name, subject, message, createdAt } = contactMessages;
  return db
    .select({ id, name, email: contactMessages.email, subject, message, createdAt })
    .from(contactMessages)
    .where(and(isFrom(email), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(limit);
}

export function countMessagesByEmail(db: Db | Transaction, email: string): Promise<number> {
  return db.$count(contactMessages, isFrom(email));
}

/** Deletes the messages of an address and their emails, which are then no longer sent. Returns the number of messages. */
export async function deleteMessagesByEmail(tx: Transaction, email: string): Promise<number> {
  const deleted = await tx
    .delete(contactMessages)
    .where(isFrom(email))
    .returning({ mailId: contactMessages.mailId });
  const mailIds = deleted.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
  if (mailIds.length > 0) await tx.delete(mails).where(inArray(mails.id, mailIds));
  return deleted.length;
}
