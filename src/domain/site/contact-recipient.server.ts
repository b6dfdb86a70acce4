import { sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { RECIPIENT_PATH } from './recipient-path.ts';
import { recipientMail } from './recipient-mail.server.ts';
import {
  CONFIRMED_RECIPIENT,
  countRequest,
  findConfirmedRecipient,
  findRecipient,
  mailConfirmation,
  REQUESTED_RECIPIENT,
} from './recipient-request.server.ts';
import { createRecipientToken, readRecipientToken } from './recipient-token.server.ts';
import { lockSettings, settings } from './tables.server.ts';
import type { CurrentSite } from './site.ts';

export interface ContactRecipientDeps extends CommandDeps {
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
          .values({ name: CONFIRMED_RECIPIENT, value })
          .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: sql`now()` } });
        tx.invalidate(`setting:${REQUESTED_RECIPIENT}`);
      });
    },
    async resend(actor) {
      requirePermission(actor, 'settings.edit');
      await countRequest(rateLimit);
      await database.transaction(async (tx) => {
        const address = await findRecipient(tx, REQUESTED_RECIPIENT);
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
        if ((await findRecipient(tx, REQUESTED_RECIPIENT)) !== address) return;
        if ((await findConfirmedRecipient(tx)) === address) return;
        const current = site();
        const link = `${current.url}${RECIPIENT_PATH}?token=${createRecipientToken(key, address, clock())}`;
        await enqueueMail(tx, recipientMail(current, address, link));
      }),
  });
}

/** A link for an address that the settings no longer have must not replace the current one. */
async function requireRequested(db: Db | Transaction, address: string): Promise<void> {
  if ((await findRecipient(db, REQUESTED_RECIPIENT)) !== address)
    throw new DomainError('gone', 'The settings have another address now.');
}
