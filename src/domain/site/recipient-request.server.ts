import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJobKind } from '#platform/jobs/job.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { settings, settingValue } from './tables.server.ts';

// Apart from the job: its email is a React template, which Node.js cannot load from source, and the process reads the settings
// before it loads the app.

/** The setting with the entered address. */
export const REQUESTED_RECIPIENT = 'contact_recipient';
/** A row of the table of settings that only a confirmation writes. */
export const CONFIRMED_RECIPIENT = 'contact_recipient_confirmed';
/** Emails that ask for a confirmation: anyone's address can be entered. */
const REQUESTS = { limit: 5, windowSeconds: 3600 };

export const mailConfirmation = defineJobKind({
  kind: 'site.confirm-recipient',
  payload: z.object({ address: z.string() }),
  personal: true,
});

/**
 * Requests the confirmation email as part of the transaction that stores the address. While a new address is not confirmed,
 * the former one keeps getting the messages, but not if the setting was empty in between: that address was given up.
 */
export async function changeRecipient(tx: Transaction, before: string, address: string): Promise<void> {
  if (before === '' || address === '')
    await tx.delete(settings).where(eq(settings.name, CONFIRMED_RECIPIENT));
  if (address !== '') await enqueue(tx, mailConfirmation, { address });
}

/** Call it before a new recipient is stored. Throws `too_many`. */
export async function countRequest(rateLimit: RateLimit): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume('contact-recipient', REQUESTS);
  if (!allowed) throw new DomainError('too_many', 'Please try again later.', { retryAfterSeconds });
}

/** The last confirmed recipient of contact messages; null if none was ever confirmed. */
export const findConfirmedRecipient = (db: Db | Transaction) => findRecipient(db, CONFIRMED_RECIPIENT);

/** The address of either setting; null without one. */
export async function findRecipient(db: Db | Transaction, name: string): Promise<string | null> {
  const [row] = await db.select({ value: settingValue }).from(settings).where(eq(settings.name, name));
  return typeof row?.value === 'string' ? row.value : null;
}
