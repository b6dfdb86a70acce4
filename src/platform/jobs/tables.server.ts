import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';

/** Background jobs, which run after the transaction that enqueued them has been committed. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull(),
    /** Deduplication key: unique among all stored jobs, pending and finished. */
    key: text('key').unique(),
    /** Time from which the job can be claimed. While it runs, this is the end of its lease. */
    dueAt: timestampMs('due_at').notNull(),
    leaseSeconds: integer('lease_seconds').notNull(),
    /** Incremented by each claim, so it also identifies the runner that holds the lease. */
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull(),
    /** The kind, while a job of an exclusive kind is claimed; null for other jobs. */
    exclusiveKind: text('exclusive_kind'),
    lastError: text('last_error'),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    doneAt: timestampMs('done_at'),
    /** Time of permanent failure. */
    failedAt: timestampMs('failed_at'),
  },
  (table) => [
    index('jobs_due')
      .on(table.dueAt)
      .where(sql`${table.doneAt} is null and ${table.failedAt} is null`),
    // Finds the next job of an exclusive kind, however many others wait.
    index('jobs_open_kind')
      .on(table.kind)
      .where(sql`${table.doneAt} is null and ${table.failedAt} is null`),
    // Two processes cannot claim two jobs of an exclusive kind, not even at the same moment.
    uniqueIndex('jobs_exclusive')
      .on(table.exclusiveKind)
      .where(sql`${table.doneAt} is null and ${table.failedAt} is null`),
    index('jobs_done')
      .on(table.doneAt)
      .where(sql`${table.doneAt} is not null`),
    index('jobs_failed')
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);
