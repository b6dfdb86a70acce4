import { and, desc, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import type { ContactMessage } from './message.ts';
import { contactMessages } from './tables.server.ts';

/** A message as its writer sent it. */
export interface OwnMessage extends ContactMessage {
  readonly id: string;
  readonly createdAt: Date;
}

/** Kept as it was typed. */
const isFrom = (email: string) => sql`lower(${contactMessages.email}) = ${email}`;

/** Messages from this address, lower-cased; the newest first, those before one of them if it is named. */
export async function listMessagesFrom(
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

export function countMessagesFrom(db: Db | Transaction, email: string): Promise<number> {
  return db.$count(contactMessages, isFrom(email));
}

/** Deletes them, each with its mail if that has not gone yet. Returns how many it were. */
export async function deleteMessagesFrom(tx: Transaction, email: string): Promise<number> {
  const gone = await tx
    .delete(contactMessages)
    .where(isFrom(email))
    .returning({ mailId: contactMessages.mailId });
  const mailIds = gone.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
  if (mailIds.length > 0) await tx.delete(mails).where(inArray(mails.id, mailIds));
  return gone.length;
}
