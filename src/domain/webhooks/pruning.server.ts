import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { webhookDeliveries } from './tables.server.ts';

/** Finished deliveries. Pending ones end within days. */
export const webhookDeliveryRetention: RetentionRule = {
  kind: 'webhooks.prune-deliveries',
  deleteBatch: (tx, before, limit) =>
    deleteRows(
      tx,
      sql`delete from ${webhookDeliveries} where id in (
        select id from ${webhookDeliveries}
        where state <> 'pending' and created_at < ${before.toISOString()}::timestamptz
        limit ${limit})`,
    ),
};
