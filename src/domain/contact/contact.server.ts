import { eq } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { takeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { contactMail, type Recipient } from './contact-mail.ts';
import { type Inbox, inboxOf } from './inbox.server.ts';
import type { ContactMessage, MessageState } from './message.ts';
import { type InboxReader, requireInboxReader } from './policy.ts';
import { contactMessages } from './tables.server.ts';

/** For one network, which may be a school or an office. */
const ALLOWANCE = { limit: 10, windowSeconds: 3600 };

export interface ContactParts {
  readonly database: Database;
  readonly rateLimit: RateLimit;
  readonly recipient: Recipient;
}

export interface Sender {
  readonly network: string;
  /**
   * A field that people do not see was filled in. Such a message is put aside unmailed instead of thrown away: a browser
   * that fills in forms by itself may have done it, and the visitor is told that it was sent.
   */
  readonly isSuspect: boolean;
}

export interface Contact extends Inbox {
  /** Stores a message, which is what "sent" means, and mails it to the owner. Refuses (`too_many`) a network's eleventh in an hour. */
  send(message: ContactMessage, sender: Sender): Promise<void>;
  /** Refuses (`not_found`) a message that is not there. */
  mark(reader: InboxReader, id: string, state: MessageState): Promise<void>;
  /** Takes it out, with its mail if that has not gone yet. */
  remove(reader: InboxReader, id: string): Promise<void>;
}

export function createContact({ database, rateLimit, recipient }: ContactParts): Contact {
  return {
    ...inboxOf(database.db),
    async send(message, { network, isSuspect }) {
      const { allowed, retryAfterSeconds } = await takeForNetwork(
        rateLimit,
        (name) => `contact:network:${name}`,
        network,
        ALLOWANCE,
      );
      if (!allowed)
        throw new Refusal('too_many', 'Too many messages from this network. Please try again later.', {
          retryAfterSeconds,
        });
      await database.transaction(async (tx) => {
        const mailId = isSuspect ? null : await postMail(tx, contactMail(message, recipient));
        await tx
          .insert(contactMessages)
          .values({ ...message, mailId, state: isSuspect ? 'archived' : 'new' });
      });
    },
    async mark(reader, id, state) {
      requireInboxReader(reader);
      const marked = await database.transaction((tx) =>
        tx.update(contactMessages).set({ state }).where(eq(contactMessages.id, id)).returning(),
      );
      if (marked.length === 0) throw nothing();
    },
    async remove(reader, id) {
      requireInboxReader(reader);
      await database.transaction(async (tx) => {
        const [removed] = await tx.delete(contactMessages).where(eq(contactMessages.id, id)).returning();
        if (removed === undefined) throw nothing();
        if (removed.mailId !== null) await tx.delete(mails).where(eq(mails.id, removed.mailId));
      });
    },
  };
}

function nothing(): Refusal {
  return new Refusal('not_found', 'There is no such message.');
}
