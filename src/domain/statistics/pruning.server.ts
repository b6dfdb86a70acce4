import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { articleViews, pageViews, referrerViews } from './tables.server.ts';

/** Page views by day. */
export const statisticsRetention: RetentionRule = {
  kind: 'statistics.prune',
  async deleteBatch(tx, before, limit) {
    const firstDay = before.toISOString().slice(0, 10);
    const deleted: number[] = [];
    for (const table of [articleViews, referrerViews, pageViews]) {
      const old = sql`select ctid from ${table} where day < ${firstDay} limit ${limit}`;
      deleted.push(await deleteRows(tx, sql`delete from ${table} where ctid = any(array(${old}))`));
    }
    return Math.max(...deleted);
  },
};
