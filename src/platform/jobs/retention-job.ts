import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { defineJob, type Job } from './job.ts';
import { every, type Recurring } from './recurring.ts';

const DAY_MS = 86_400_000;
/** Rows in one transaction, which keeps locks on the table short. */
const BATCH_SIZE = 500;

export interface RetentionJobOptions {
  readonly kind: string;
  readonly clock: Clock;
  /** Days for which rows are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
  /** Deletes at most `limit` rows older than `before` in one transaction, and resolves to their number. */
  readonly deleteBatch: (before: Date, limit: number) => Promise<number>;
}

export interface RetentionJob {
  readonly job: Job;
  readonly recurring: Recurring;
}

/** Creates a job that deletes rows older than a retention period, and its daily schedule. */
export function createRetentionJob({
  kind,
  clock,
  retentionDays,
  deleteBatch,
}: RetentionJobOptions): RetentionJob {
  const job = defineJob({
    kind,
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await retentionDays();
      if (days === null) return;
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await deleteBatch(before, BATCH_SIZE)) === BATCH_SIZE);
    },
  });
  return { job, recurring: every({ minutes: 1440 }, job, {}) };
}
