import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';
import { defineJob, type Job } from './job.ts';
import { every, type Recurring } from './recurring.ts';

/** Rows in one transaction, which keeps locks on the table short. */
const BATCH_SIZE = 500;

/** Which rows are deleted once they are older than a retention period. */
export interface RetentionRule {
  /** The kind of the job. */
  readonly kind: string;
  /** Deletes at most `limit` rows older than `before`, and resolves to their number. */
  readonly deleteBatch: (tx: Transaction, before: Date, limit: number) => Promise<number>;
}

interface RetentionDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  /** Days for which rows are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

export interface RetentionJob {
  readonly job: Job;
  readonly recurring: Recurring;
}

/** Creates a job that deletes rows older than a retention period, and its daily schedule. */
export function createRetentionJob(
  { kind, deleteBatch }: RetentionRule,
  { database, clock, retentionDays }: RetentionDeps,
): RetentionJob {
  const deleteNext = (before: Date) => database.transaction((tx) => deleteBatch(tx, before, BATCH_SIZE));
  const job = defineJob({
    kind,
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await retentionDays();
      if (days === null) return;
      const before = new Date(clock().getTime() - days * DAY_MS);
      do signal.throwIfAborted();
      while ((await deleteNext(before)) === BATCH_SIZE);
    },
  });
  return { job, recurring: every({ minutes: 1440 }, job, {}) };
}

/** Runs a `delete` statement, and resolves to the number of deleted rows. */
export async function deleteRows(tx: Transaction, statement: SQL): Promise<number> {
  const { rowCount } = await tx.execute(statement);
  return rowCount ?? 0;
}

/** Deletes at most `limit` rows of days before that of `before`, in UTC, and resolves to the number of deleted rows. */
export function deleteByDay(
  tx: Transaction,
  table: PgTable & { readonly day: AnyPgColumn },
  before: Date,
  limit: number,
): Promise<number> {
  const firstDay = utcDay(before);
  const old = sql`select ctid from ${table} where ${table.day} < ${firstDay} limit ${limit}`;
  return deleteRows(tx, sql`delete from ${table} where ctid = any(array(${old}))`);
}

/** Deletes at most `limit` rows that meet the condition, and resolves to the number of deleted rows. */
export async function deleteById(
  tx: Transaction,
  table: PgTable & { readonly id: AnyPgColumn },
  condition: SQL | undefined,
  limit: number,
): Promise<number> {
  const found = tx.select({ id: table.id }).from(table).where(condition).limit(limit);
  const deleted = await tx.delete(table).where(inArray(table.id, found)).returning({ id: table.id });
  return deleted.length;
}
