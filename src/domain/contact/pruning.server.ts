import { inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { contactMessages } from './tables.server.ts';

const DAY_MS = 86_400_000;
/** Rows in one transaction. */
const BATCH_SIZE = 500;

export interface ContactPruningDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Days after which messages are deleted; null for never. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Creates the daily job that deletes messages older than the retention period. */
export function createContactPruning({ database, clock, retentionDays }: ContactPruningDeps): {
  readonly job: Job;
  readonly recurring: Recurring;
} {
  const job = defineJob({
    kind: 'contact.prune',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await retentionDays();
      if (days === null) return;
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await deleteBatch(database, before)) === BATCH_SIZE);
    },
  });
  return { job, recurring: every({ minutes: 1440 }, job, {}) };
}

async function deleteBatch(database: Database, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(lt(contactMessages.createdAt, before))
      .limit(BATCH_SIZE);
    const deleted = await tx.delete(contactMessages).where(inArray(contactMessages.id, old)).returning();
    return deleted.length;
  });
}
