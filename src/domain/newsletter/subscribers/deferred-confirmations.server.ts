import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { sendConfirmation } from '../confirmation-job.server.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { CONFIRMATIONS_PER_HOUR } from '../subscriber.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';

const sendDeferred = defineJobKind({ kind: 'newsletter.release', payload: z.object({}) });
const isDeferred = isNotNull(subscribers.confirmationWithheldAt);

/** Starts sending the deferred confirmation emails. A job sends them up to the hourly limit until none is left. */
export async function sendDeferredConfirmations(
  { database, clock }: NewsletterDeps,
  actor: Actor,
): Promise<void> {
  requirePermission(actor, 'subscriber.manage');
  const slot = Math.floor(clock().getTime() / 60_000);
  await database.transaction((tx) => enqueue(tx, sendDeferred, {}, { key: String(slot) }));
}

/**
 * Discards the deferred confirmation emails and deletes their unconfirmed addresses, for the case that someone abused the
 * form.
 */
export async function discardDeferredConfirmations(
  { database }: NewsletterDeps,
  actor: Actor,
): Promise<void> {
  requirePermission(actor, 'subscriber.manage');
  await database.transaction(async (tx) => {
    await tx.delete(subscribers).where(and(isDeferred, eq(subscribers.status, 'pending')));
    await tx
      .update(subscribers)
      .set({ confirmationWithheldAt: null })
      .where(and(isDeferred, ne(subscribers.status, 'pending')));
  });
}

export function deferredConfirmationsJob(deps: NewsletterDeps): Job {
  return defineJob({ ...sendDeferred, run: () => sendBatch(deps) });
}

async function sendBatch(deps: NewsletterDeps): Promise<void> {
  const { database, clock } = deps;
  const deferred = await database.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(isDeferred)
    .orderBy(asc(subscribers.confirmationWithheldAt), asc(subscribers.id))
    .limit(CONFIRMATIONS_PER_HOUR + 1);
  for (const { id } of deferred) {
    const isLimitReached = await database.transaction(async (tx) => {
      if (await sendConfirmation(tx, deps, id)) return true;
      await tx.update(subscribers).set({ confirmationWithheldAt: null }).where(eq(subscribers.id, id));
      return false;
    });
    if (!isLimitReached) continue;
    const runAt = new Date(clock().getTime() + HOUR_MS);
    await database.transaction((tx) =>
      enqueue(tx, sendDeferred, {}, { runAt, key: `after ${Math.floor(runAt.getTime() / HOUR_MS)}` }),
    );
    return;
  }
}
