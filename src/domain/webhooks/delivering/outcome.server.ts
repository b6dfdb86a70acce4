import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { disableWebhook } from '../disabling.server.ts';
import { webhookDeliveries, webhooks } from '../tables.server.ts';
import { FAILING_DAYS, TEST_EVENT } from '../webhook.ts';
import type { WebhookDeps } from '../webhook-deps.server.ts';
import type { AttemptResult, DueDelivery } from './attempt.server.ts';
import { deliverJobKind } from './deliver-job-kind.ts';
import { retryDelayMs } from './retry-delay.ts';
import { renewLease, type WebhookLease } from './webhook-lease.server.ts';

/**
 * Records how a request ended, and when the next one follows. False, with nothing recorded, if the lease has ended: the run
 * that has it now sends the delivery again.
 */
export function recordOutcome(
  deps: WebhookDeps,
  lease: WebhookLease,
  { webhook, delivery }: DueDelivery,
  result: AttemptResult,
): Promise<boolean> {
  const now = deps.clock();
  return deps.database.transaction(async (tx) => {
    if (!(await renewLease(tx, lease, now))) return false;
    const attempts = delivery.attempts + 1;
    const delay = delivery.event === TEST_EVENT ? null : retryDelayMs(attempts);
    const pausedUntil = new Date(now.getTime() + result.pauseSeconds * 1000);
    const dueAt = new Date(Math.max(now.getTime() + (delay ?? 0), pausedUntil.getTime()));
    const isRetried = result.kind === 'failed' && delay !== null;
    await tx
      .update(webhookDeliveries)
      .set({
        state: result.kind === 'delivered' ? 'delivered' : isRetried ? 'pending' : 'failed',
        attempts,
        attemptedAt: now,
        responseStatus: result.responseStatus,
        durationMs: result.durationMs,
        error: result.error,
        dueAt,
      })
      .where(eq(webhookDeliveries.id, delivery.id));
    if (isRetried) await enqueue(tx, deliverJobKind, {}, { runAt: dueAt });
    if (result.pauseSeconds > 0) await postponeOthers(tx, webhook.id, pausedUntil);
    await recordHealth(tx, deps, webhook, { result, now });
    return true;
  });
}

/**
 * Postpones what else waits for this receiver. What is recorded or sent by hand afterwards is sent at once: the receiver may be ready
 * again earlier, and a request for each event is no burden.
 */
async function postponeOthers(tx: Transaction, webhookId: string, until: Date): Promise<void> {
  const postponed = await tx
    .update(webhookDeliveries)
    .set({ dueAt: until })
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.state, 'pending'),
        ne(webhookDeliveries.event, TEST_EVENT),
        lt(webhookDeliveries.dueAt, until),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  if (postponed.length > 0) await enqueue(tx, deliverJobKind, {}, { runAt: until });
}

interface Ended {
  readonly result: AttemptResult;
  readonly now: Date;
}

/** Records since when the webhook fails, and switches it off if that is too long, or useless. */
async function recordHealth(
  tx: Transaction,
  deps: WebhookDeps,
  { id, name, failingSince }: DueDelivery['webhook'],
  { result, now }: Ended,
): Promise<void> {
  if (result.kind === 'delivered') {
    if (failingSince !== null)
      await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, id));
    return;
  }
  if (result.kind !== 'failed') return disableWebhook(tx, deps, { id, name, reason: result.kind });
  await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(eq(webhooks.id, id));
  const isFailingForDays =
    failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS;
  if (isFailingForDays) await disableWebhook(tx, deps, { id, name, reason: 'failing' });
}
