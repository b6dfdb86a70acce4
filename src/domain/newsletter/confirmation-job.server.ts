import { eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { listHeaders, tokenLink } from './links.server.ts';
import { renderConfirmationMail } from './mail/confirmation-mail.tsx';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { isBlocked } from './subscribers/suppression.server.ts';
import { CONFIRMATION_INTERVAL_MS, CONFIRMATIONS_PER_HOUR } from './subscriber.ts';
import { newsletterSubscribers as subscribers } from './tables.server.ts';

export const confirmationJobKind = defineJobKind({
  kind: 'newsletter.confirm',
  payload: z.object({ subscriberId: z.uuid() }),
});

export function confirmationJob(deps: NewsletterDeps): Job<typeof confirmationJobKind.payload> {
  return defineJob({
    ...confirmationJobKind,
    async run({ subscriberId }) {
      await deps.database.transaction((tx) => sendConfirmation(tx, deps, subscriberId));
    },
  });
}

/**
 * Sends a confirmation email, unless there is nothing to confirm or one was sent within a day. Above the hourly limit the
 * email is deferred and the time is recorded, so that an administrator can decide: either the form is being abused or the
 * newsletter has many new subscribers. Resolves to true if this email was deferred.
 */
export async function sendConfirmation(
  tx: Transaction,
  deps: NewsletterDeps,
  subscriberId: string,
): Promise<boolean> {
  const now = deps.clock();
  // Makes counting and sending one atomic step across processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('newsletter confirmations'))`);
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, subscriberId)).for('update');
  if (row === undefined || row.status === 'confirmed' || row.status === 'blocked') return false;
  if (await isBlocked(tx, deps.key, row.email)) {
    await tx.delete(subscribers).where(eq(subscribers.id, row.id));
    return false;
  }
  const last = row.confirmationMailedAt?.getTime() ?? 0;
  if (now.getTime() - last < CONFIRMATION_INTERVAL_MS) return false;
  const isDeferred = (await countRecent(tx, now)) >= CONFIRMATIONS_PER_HOUR;
  await tx
    .update(subscribers)
    .set(
      isDeferred
        ? { confirmationWithheldAt: now }
        : { confirmationMailedAt: now, confirmationWithheldAt: null },
    )
    .where(eq(subscribers.id, row.id));
  if (isDeferred) return true;
  const unsubscribe = tokenLink(deps, 'unsubscribe', row.id);
  const links = { confirm: tokenLink(deps, 'confirm', row.id), unsubscribe };
  await enqueueMail(tx, {
    to: { address: row.email },
    ...renderConfirmationMail(deps.site(), { source: row.source, consent: row.consent, links }),
    headers: listHeaders(deps, unsubscribe),
  });
  return false;
}

async function countRecent(tx: Transaction, now: Date): Promise<number> {
  const recent = tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(gt(subscribers.confirmationMailedAt, new Date(now.getTime() - HOUR_MS)))
    .limit(CONFIRMATIONS_PER_HOUR);
  return tx.$count(recent.as('recent'));
}
