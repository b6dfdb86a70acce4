import { deleteByDay, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { articleViews, pageViews, referrerViews } from './tables.server.ts';

/** Page views by day. */
export const statisticsRetention: RetentionRule = {
  kind: 'statistics.prune',
  async deleteBatch(tx, before, limit) {
    const deleted: number[] = [];
    for (const table of [articleViews, referrerViews, pageViews])
      deleted.push(await deleteByDay(tx, table, before, limit));
    return Math.max(...deleted);
  },
};
