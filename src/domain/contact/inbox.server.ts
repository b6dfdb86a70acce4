import { count, desc, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { countPages, type Paged, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ContactMessage, MessageState } from './message.ts';
import { contactMessages } from './tables.server.ts';

export interface ReceivedMessage extends ContactMessage {
  readonly id: string;
  readonly state: MessageState;
  readonly createdAt: Date;
  /** Status of the email to the owner. Null if none was sent or its record has been deleted. */
  readonly delivery: Pick<
    typeof mails.$inferSelect,
    'status' | 'attempts' | 'lastError' | 'settledAt'
  > | null;
}

export interface MessageList extends Paged {
  readonly messages: readonly ReceivedMessage[];
  /** Counts of all messages, regardless of the listed state. */
  readonly counts: Readonly<Record<MessageState, number>>;
}

export interface Inbox {
  /** Lists messages, newest first, optionally of one state. A page beyond the last is empty. */
  list(
    reader: Actor,
    query: { readonly state?: MessageState | undefined; readonly page: number },
  ): Promise<MessageList>;
  /** Throws `not_found` for an unknown message. */
  get(reader: Actor, id: string): Promise<ReceivedMessage>;
}

export function createInbox(db: Db): Inbox {
  const selectMessages = () =>
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
      requirePermission(reader, 'message.read');
      const inState = state === undefined ? undefined : eq(contactMessages.state, state);
      const counts = await countByState(db);
      const total = state === undefined ? counts.new + counts.read + counts.archived : counts[state];
      const messages = await selectMessages()
        .where(inState)
        .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
        .limit(NEWSROOM_PAGE_SIZE)
        .offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
      return { messages, counts, total, page, pageCount: countPages(total, NEWSROOM_PAGE_SIZE) };
    },
    async get(reader, id) {
      requirePermission(reader, 'message.read');
      const [message] = await selectMessages().where(eq(contactMessages.id, id));
      if (message === undefined) throw new DomainError('not_found', 'This message does not exist.');
      return message;
    },
  };
}

async function countByState(db: Db): Promise<Record<MessageState, number>> {
  const rows = await db
    .select({ state: contactMessages.state, count: count() })
    .from(contactMessages)
    .groupBy(contactMessages.state);
  const of = (state: MessageState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { new: of('new'), read: of('read'), archived: of('archived') };
}
