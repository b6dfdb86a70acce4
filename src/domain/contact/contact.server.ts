import { eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database } from '#platform/db/database.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { contactMail, type Recipient } from './contact-mail.ts';
import { type Inbox, createInbox } from './inbox.server.ts';
import type { ContactMessage, MessageState } from './message.ts';
import { contactMessages } from './tables.server.ts';

/** Messages from one network, which may be a school or an office. */
const RATE_LIMIT = { limit: 10, windowSeconds: 3600 };

export interface ContactDeps {
  readonly database: Database;
  readonly rateLimit: RateLimit;
  readonly recipient: () => Promise<Recipient>;
}

export interface Sender {
  readonly network: string;
  /**
   * The honeypot field was filled. Such a message is archived without an email and not discarded, because autofill may
   * have filled the field. The visitor gets the usual confirmation.
   */
  readonly isSuspectedSpam: boolean;
}

export interface Contact extends Inbox {
  /**
   * Stores a message and enqueues an email to the owner. The message counts as sent once it is stored. Throws `too_many`
   * for the eleventh message of a network within an hour.
   */
  send(message: ContactMessage, sender: Sender): Promise<void>;
  /** Sets the state of a message. Throws `not_found` for an unknown message. */
  setState(reader: Actor, id: string, state: MessageState): Promise<void>;
  /** Deletes a message and its email, which is then no longer sent if it is still in the outbox. Throws `not_found` for an unknown message. */
  delete(reader: Actor, id: string): Promise<void>;
}

export function createContact({ database, rateLimit, recipient }: ContactDeps): Contact {
  return {
    ...createInbox(database.db),
    async send(message, { network, isSuspectedSpam }) {
      const { allowed, retryAfterSeconds } = await consumeForNetwork(
        rateLimit,
        (name) => `contact:network:${name}`,
        network,
        RATE_LIMIT,
      );
      if (!allowed)
        throw new DomainError('too_many', 'Too many messages from this network. Please try again later.', {
          retryAfterSeconds,
        });
      // Before the transaction, which holds the only connection of the embedded database.
      const mail = isSuspectedSpam ? null : contactMail(message, await recipient());
      await database.transaction(async (tx) => {
        const mailId = mail === null ? null : await enqueueMail(tx, mail);
        await tx
          .insert(contactMessages)
          .values({ ...message, mailId, state: isSuspectedSpam ? 'archived' : 'new' });
      });
    },
    async setState(reader, id, state) {
      requirePermission(reader, 'message.read');
      const updated = await database.transaction((tx) =>
        tx.update(contactMessages).set({ state }).where(eq(contactMessages.id, id)).returning(),
      );
      if (updated.length === 0) throw messageNotFound();
    },
    async delete(reader, id) {
      requirePermission(reader, 'message.read');
      await database.transaction(async (tx) => {
        const [removed] = await tx.delete(contactMessages).where(eq(contactMessages.id, id)).returning();
        if (removed === undefined) throw messageNotFound();
        await recordEvent(tx, reader, { action: 'message_deleted', object: { id } });
        if (removed.mailId !== null) await tx.delete(mails).where(eq(mails.id, removed.mailId));
      });
    },
  };
}

function messageNotFound(): DomainError {
  return new DomainError('not_found', 'This message does not exist.');
}
