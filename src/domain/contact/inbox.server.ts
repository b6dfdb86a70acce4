import { count, desc, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ContactMessage, MessageState } from './message.ts';
import { type InboxReader, requireInboxReader } from './policy.ts';
import { contactMessages } from './tables.server.ts';

export interface ReceivedMessage extends ContactMessage {
  readonly id: string;
  readonly state: MessageState;
  readonly createdAt: Date;
  /** Of the mail to the owner; null where none was sent, or its trace has been tidied away since. */
  readonly delivery: Pick<
    typeof mails.$inferSelect,
    'status' | 'attempts' | 'lastError' | 'settledAt'
  > | null;
}

export interface MessageList {
  readonly messages: readonly ReceivedMessage[];
  /** Of all messages, whichever state is listed. */
  readonly counts: Readonly<Record<MessageState, number>>;
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

export const INBOX_PAGE_SIZE = 20;

export interface Inbox {
  /** Newest first; of every state unless one is named. A page beyond the last is empty. */
  list(
    reader: InboxReader,
    wanted: { readonly state?: MessageState | undefined; readonly page: number },
  ): Promise<MessageList>;
  /** Refuses (`not_found`) a message that is not there. */
  get(reader: InboxReader, id: string): Promise<ReceivedMessage>;
}

export function inboxOf(db: Db): Inbox {
  const received = () =>
    db
      .select({
        id: contactMessages.id,
        name: contactMessages.name,
        email: contactMessages.email,
        subject: contactMessages.subject,
        message: contactMessages.message,
        state: contactMessages.state,
        createdAt: contactMessages.createdAt,
        delivery: {
          status: mails.status,
          attempts: mails.attempts,
          lastError: mails.lastError,
          settledAt: mails.settledAt,
        },
      })
      .from(contactMessages)
      .leftJoin(mails, eq(mails.id, contactMessages.mailId));

  return {
    async list(reader, { state, page }) {
      requireInboxReader(reader);
      const inState = state === undefined ? undefined : eq(contactMessages.state, state);
      const counts = await counted(db);
      const total = state === undefined ? counts.new + counts.read + counts.archived : counts[state];
      const messages = await received()
        .where(inState)
        .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
        .limit(INBOX_PAGE_SIZE)
        .offset(rowsBefore(page, INBOX_PAGE_SIZE));
      return { messages, counts, total, page, pageCount: pagesOf(total, INBOX_PAGE_SIZE) };
    },
    async get(reader, id) {
      requireInboxReader(reader);
      const [message] = await received().where(eq(contactMessages.id, id));
      if (message === undefined) throw new Refusal('not_found', 'There is no such message.');
      return message;
    },
  };
}

async function counted(db: Db): Promise<Record<MessageState, number>> {
  const rows = await db
    .select({ state: contactMessages.state, count: count() })
    .from(contactMessages)
    .groupBy(contactMessages.state);
  const of = (state: MessageState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { new: of('new'), read: of('read'), archived: of('archived') };
}
