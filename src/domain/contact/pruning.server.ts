import { lt } from 'drizzle-orm';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { contactMessages } from './tables.server.ts';

/** Contact messages. */
export const contactRetention: RetentionRule = {
  kind: 'contact.prune',
  deleteBatch: (tx, before, limit) =>
    deleteById(tx, contactMessages, lt(contactMessages.createdAt, before), limit),
};
