import { WakeSignal } from '#platform/jobs/wake-signal.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { WEBHOOK_LIMIT } from '../webhook.ts';
import type { WebhookDeps } from '../webhook-deps.server.ts';
import { attemptDelivery } from './attempt.server.ts';
import { deliverJobKind } from './deliver-job-kind.ts';
import { recordOutcome } from './outcome.server.ts';
import {
  acquireLease,
  findDueDelivery,
  hasDueDelivery,
  releaseLease,
  type WebhookLease,
} from './webhook-lease.server.ts';

/** After this, a run takes no more work and requests another one: a job has a limited time. */
const MAX_RUN_MS = 10 * 60_000;
/** While receivers are slow, a run looks for other due deliveries this often. */
const POLL_MS = 5_000;

/**
 * Sends due deliveries of all webhooks: one request at a time for each webhook, oldest first, all webhooks concurrently. So a
 * slow receiver delays only its own events. A process has one run at a time, which takes one of the slots of the job runner:
 * a second call only makes the first one look again.
 */
export function createDeliveryRuns(deps: WebhookDeps): { run(signal: AbortSignal): Promise<void> } {
  const wakeSignal = new WakeSignal();
  let isRunning = false;
  let isRequested = false;

  /** Makes the run look for due deliveries again, at once. */
  function requestLook(): void {
    isRequested = true;
    wakeSignal.wake();
  }

  async function runAll(signal: AbortSignal): Promise<void> {
    const end = performance.now() + MAX_RUN_MS;
    const errors: unknown[] = [];
    const isOver = () => signal.aborted || errors.length > 0 || performance.now() >= end;
    const active = new Set<Promise<void>>();
    const start = (lease: WebhookLease) => {
      const sending = deliverAll(lease, signal, isOver)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          active.delete(sending);
          // An event may have been recorded while the lease was held.
          requestLook();
        });
      active.add(sending);
    };
    signal.addEventListener('abort', requestLook);
    try {
      do {
        isRequested = false;
        const lease = isOver() || active.size >= WEBHOOK_LIMIT ? null : await acquireLease(deps);
        if (lease !== null) {
          start(lease);
          isRequested = true;
        } else if (active.size > 0 && !isRequested) await wakeSignal.wait(POLL_MS);
      } while (active.size > 0 || (isRequested && !isOver()));
    } finally {
      signal.removeEventListener('abort', requestLook);
      await Promise.all(active);
    }
    if (errors.length > 0) throw errors[0];
    // When the process stops, the job is returned to the queue, and the next process continues at once.
    signal.throwIfAborted();
    if (isOver()) await requestRun();
  }

  async function deliverAll(lease: WebhookLease, signal: AbortSignal, isOver: () => boolean): Promise<void> {
    try {
      while (!isOver()) {
        const due = await findDueDelivery(deps, lease);
        if (due === null) break;
        const result = await attemptDelivery(deps, due, signal);
        if (!(await recordOutcome(deps, lease, due, result))) break;
      }
    } catch (error) {
      // A request that was interrupted by the end of the process does not count.
      if (!signal.aborted) throw error;
    } finally {
      await releaseLease(deps, lease);
    }
  }

  async function requestRun(): Promise<void> {
    if (await hasDueDelivery(deps.database.db, deps.clock()))
      await deps.database.transaction((tx) => enqueue(tx, deliverJobKind, {}));
  }

  return {
    async run(signal) {
      if (isRunning) return requestLook();
      isRunning = true;
      try {
        await runAll(signal);
      } finally {
        isRunning = false;
      }
    },
  };
}
