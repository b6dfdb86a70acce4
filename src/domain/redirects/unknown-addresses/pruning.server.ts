import { deleteByDay, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { unknownAddresses } from '../tables.server.ts';

/** Counts of unknown addresses. */
export const unknownAddressRetention: RetentionRule = {
  kind: 'redirects.prune-unknown',
  deleteBatch: (tx, before, limit) => deleteByDay(tx, unknownAddresses, before, limit),
};
