import { inArray, lt } from 'drizzle-orm';
import type { RetentionRule } from '#platform/jobs/retention-job.ts';
import { auditEvents } from '../tables.server.ts';

/** Events of the audit log. Their IDs increase with time, so the oldest events are the first of the index. */
export const auditRetention: RetentionRule = {
  kind: 'accounts.prune-audit',
  async deleteBatch(tx, before, limit) {
    const old = tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(lt(auditEvents.at, before))
      .orderBy(auditEvents.id)
      .limit(limit);
    const deleted = await tx.delete(auditEvents).where(inArray(auditEvents.id, old)).returning();
    return deleted.length;
  },
};
