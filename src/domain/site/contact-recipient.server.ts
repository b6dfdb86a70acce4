import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { RECIPIENT_PATH } from './recipient-path.ts';
import { recipientMail } from './recipient-mail.server.ts';
import { createRecipientToken, readRecipientToken } from './recipient-token.server.ts';
import { lockSettings, settings, settingValue } from './tables.server.ts';
import type { CurrentSite } from './site.ts';

const REQUESTED = 'contact_recipient';
/** A row of the table of settings that only a confirmation writes. */
const CONFIRMED = 'contact_recipient_confirmed';
/** Emails that ask for a confirmation: anyone's address can be entered. */
const REQUESTS = { limit: 5, windowSeconds: 3600 };

const mailConfirmation = defineJobKind({
  kind: 'site.confirm-recipient',
  payload: z.object({ address: z.string() }),
  personal: true,
});

/**
 * Requests the confirmation email as part of the transaction that stores the address. While a new address is not confirmed,
 * the former one keeps getting the messages, but not if the setting was empty in between: that address was given up.
 */
export async function changeRecipient(tx: Transaction, before: string, address: string): Promise<void> {
  if (before === '' || address === '') await tx.delete(settings).where(eq(settings.name, CONFIRMED));
  if (address !== '') await enqueue(tx, mailConfirmation, { address });
}

/** Call it before a new recipient is stored. Throws `too_many`. */
export async function countRequest(rateLimit: RateLimit): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume('contact-recipient', REQUESTS);
  if (!allowed) throw new DomainError('too_many', 'Please try again later.', { retryAfterSeconds });
}

/** The last confirmed recipient of contact messages; null if none was ever confirmed. */
export const findConfirmedRecipient = (db: Db | Transaction) => findText(db, CONFIRMED);

export interface ContactRecipientDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  /** Signs the links. */
  readonly key: string;
  readonly site: CurrentSite;
}

export interface ContactRecipient {
  /** The address of a link and whether it was confirmed. Throws `invalid` or `gone` for a link that is not valid now. */
  find(token: string): Promise<{ readonly address: string; readonly isConfirmed: boolean }>;
  /** From now on contact messages are sent to the address of the link. Throws as `find`. */
  confirm(token: string): Promise<void>;
  /** Sends the link again, to the address of the settings. */
  resend(actor: Actor): Promise<void>;
  readonly job: Job;
}

export function createContactRecipient(deps: ContactRecipientDeps): ContactRecipient {
  const { database, clock, rateLimit, key } = deps;
  return {
    async find(token) {
      const address = readRecipientToken(key, token, clock());
      await requireRequested(database.db, address);
      return { address, isConfirmed: (await findConfirmedRecipient(database.db)) === address };
    },
    async confirm(token) {
      const address = readRecipientToken(key, token, clock());
      await database.transaction(async (tx) => {
        await lockSettings(tx);
        await requireRequested(tx, address);
        const value = sql`${JSON.stringify(address)}::jsonb`;
        await tx
          .insert(settings)
          .values({ name: CONFIRMED, value })
          .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: sql`now()` } });
        tx.invalidate(`setting:${REQUESTED}`);
      });
    },
    async resend(actor) {
      requirePermission(actor, 'settings.edit');
      await countRequest(rateLimit);
      await database.transaction(async (tx) => {
        const address = await findText(tx, REQUESTED);
        if (address !== null && address !== '') await enqueue(tx, mailConfirmation, { address });
      });
    },
    job: confirmationJob(deps),
  };
}

function confirmationJob({ database, clock, key, site }: ContactRecipientDeps): Job {
  return defineJob({
    ...mailConfirmation,
    run: ({ address }) =>
      database.transaction(async (tx) => {
        // The address may have been changed or confirmed since.
        if ((await findText(tx, REQUESTED)) !== address) return;
        if ((await findConfirmedRecipient(tx)) === address) return;
        const { name, url } = site();
        const link = `${url}${RECIPIENT_PATH}?token=${createRecipientToken(key, address, clock())}`;
        await enqueueMail(tx, recipientMail({ name, url, address, link }));
      }),
  });
}

/** A link for an address that the settings no longer have must not replace the current one. */
async function requireRequested(db: Db | Transaction, address: string): Promise<void> {
  if ((await findText(db, REQUESTED)) !== address)
    throw new DomainError('gone', 'The settings have another address now.');
}

async function findText(db: Db | Transaction, name: string): Promise<string | null> {
  const [row] = await db.select({ value: settingValue }).from(settings).where(eq(settings.name, name));
  return typeof row?.value === 'string' ? row.value : null;
}
