import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { mailConfirmation } from '../confirmation-mailing.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { CONFIRMATIONS_PER_HOUR } from '../subscriber.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';

const HOUR_MS = 3_600_000;

const release = defineJobKind({ kind: 'newsletter.release', payload: z.object({}) });
const isWithheld = isNotNull(subscribers.confirmationWithheldAt);

/** Sends the confirmation mails that were held back, as many an hour as there may be, until all are gone. */
export async function releaseWithheld({ database, clock }: NewsletterParts, actor: Actor): Promise<void> {
  requireEditor(actor);
  const slot = Math.floor(clock().getTime() / 60_000);
  await database.transaction((tx) => enqueue(tx, release, {}, { key: String(slot) }));
}

/** Forgets who was waiting for a confirmation mail: the addresses were entered by somebody who meant harm. */
export async function discardWithheld({ database }: NewsletterParts, actor: Actor): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    await tx.delete(subscribers).where(and(isWithheld, eq(subscribers.status, 'pending')));
    await tx
      .update(subscribers)
      .set({ confirmationWithheldAt: null })
      .where(and(isWithheld, ne(subscribers.status, 'pending')));
  });
}

export function releasingJob(parts: NewsletterParts): Job {
  return defineJob({ ...release, run: () => releaseSome(parts) });
}

async function releaseSome(parts: NewsletterParts): Promise<void> {
  const { database, clock } = parts;
  const waiting = await database.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(isWithheld)
    .orderBy(asc(subscribers.confirmationWithheldAt), asc(subscribers.id))
    .limit(CONFIRMATIONS_PER_HOUR + 1);
  for (const { id } of waiting) {
    const isFull = await database.transaction(async (tx) => {
      if (await mailConfirmation(tx, parts, id)) return true;
      await tx.update(subscribers).set({ confirmationWithheldAt: null }).where(eq(subscribers.id, id));
      return false;
    });
    if (!isFull) continue;
    const runAt = new Date(clock().getTime() + HOUR_MS);
    await database.transaction((tx) =>
      enqueue(tx, release, {}, { runAt, key: `after ${Math.floor(runAt.getTime() / HOUR_MS)}` }),
    );
    return;
  }
}
