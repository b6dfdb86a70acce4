import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { webhookDeliveries, webhooks } from './tables.server.ts';

/**
 * Prevents a restored database from sending old events: the site went on after the backup was made, and may have sent them.
 * Returns the number of canceled deliveries, each of which can be sent again by hand.
 */
export async function settleRestoredWebhooks(tx: Transaction): Promise<number> {
  // The process that held the lease sends for the former database.
  await tx.update(webhooks).set({ lease: null, leasedUntil: null });
  const canceled = await tx
    .update(webhookDeliveries)
    .set({ state: 'canceled', error: RESTORED_ERROR })
    .where(eq(webhookDeliveries.state, 'pending'))
    .returning({ id: webhookDeliveries.id });
  return canceled.length;
}

const RESTORED_ERROR =
  'The site was restored from a backup made before this was sent. It may have been sent since.';
