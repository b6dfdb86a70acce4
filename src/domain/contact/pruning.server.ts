import { inArray, lt } from 'drizzle-orm';
import type { RetentionRule } from '#platform/jobs/retention-job.ts';
import { contactMessages } from './tables.server.ts';

/** Contact messages. */
export const contactRetention: RetentionRule = {
  kind: 'contact.prune',
  async deleteBatch(tx, before, limit) {
    const old = tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(lt(contactMessages.createdAt, before))
      .limit(limit);
    const deleted = await tx.delete(contactMessages).where(inArray(contactMessages.id, old)).returning();
    return deleted.length;
  },
};
