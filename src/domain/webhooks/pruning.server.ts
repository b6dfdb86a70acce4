import { and, lt, sql } from 'drizzle-orm';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { webhookDeliveries } from './tables.server.ts';

/** Finished deliveries, with the condition of their index. Pending ones end within days. */
export const webhookDeliveryRetention: RetentionRule = {
  kind: 'webhooks.prune-deliveries',
  deleteBatch: (tx, before, limit) =>
    deleteById(
      tx,
      webhookDeliveries,
      and(sql`${webhookDeliveries.state} <> 'pending'`, lt(webhookDeliveries.createdAt, before)),
      limit,
    ),
};
