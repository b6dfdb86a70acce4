import { eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { listHeaders, tokenLink } from './links.server.ts';
import { confirmationLetter } from './mail/confirmation-mail.tsx';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { wasBlocked } from './subscribers/suppression.server.ts';
import { CONFIRMATION_INTERVAL_MS, CONFIRMATIONS_PER_HOUR } from './subscriber.ts';
import { newsletterSubscribers as subscribers } from './tables.server.ts';

const HOUR_MS = 3_600_000;

export const confirmationMail = defineJobKind({
  kind: 'newsletter.confirm',
  payload: z.object({ subscriberId: z.uuid() }),
});

export function confirmationMailJob(parts: NewsletterParts): Job<typeof confirmationMail.payload> {
  return defineJob({
    ...confirmationMail,
    async run({ subscriberId }) {
      await parts.database.transaction((tx) => mailConfirmation(tx, parts, subscriberId));
    },
  });
}

/**
 * Asks the subscriber to confirm, unless there is nothing to confirm, or they were asked within a day. Beyond the number
 * of mails an hour may have, it is noted that this one was withheld: somebody is entering addresses that are not theirs,
 * or the newsletter has become very popular, and a person can tell which. Resolves to whether this one was withheld.
 */
export async function mailConfirmation(
  tx: Transaction,
  parts: NewsletterParts,
  subscriberId: string,
): Promise<boolean> {
  const now = parts.clock();
  // Counting and sending are one step, also when several processes do it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('newsletter confirmations'))`);
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, subscriberId)).for('update');
  if (row === undefined || row.status === 'confirmed' || row.status === 'blocked') return false;
  if (await wasBlocked(tx, parts.key, row.email)) {
    await tx.delete(subscribers).where(eq(subscribers.id, row.id));
    return false;
  }
  const last = row.confirmationMailedAt?.getTime() ?? 0;
  if (now.getTime() - last < CONFIRMATION_INTERVAL_MS) return false;
  const isWithheld = (await countRecent(tx, now)) >= CONFIRMATIONS_PER_HOUR;
  await tx
    .update(subscribers)
    .set(
      isWithheld
        ? { confirmationWithheldAt: now }
        : { confirmationMailedAt: now, confirmationWithheldAt: null },
    )
    .where(eq(subscribers.id, row.id));
  if (isWithheld) return true;
  const unsubscribe = tokenLink(parts, 'unsubscribe', row.id);
  const links = { confirm: tokenLink(parts, 'confirm', row.id), unsubscribe };
  await postMail(tx, {
    to: { address: row.email },
    ...confirmationLetter(parts.site, { consent: row.consent, links }),
    headers: listHeaders(parts, unsubscribe),
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
