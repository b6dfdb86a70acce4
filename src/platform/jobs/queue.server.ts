import { and, eq, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/unique-violation.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { jobs } from './tables.server.ts';

export type ClaimedJob = Pick<
  typeof jobs.$inferSelect,
  'id' | 'kind' | 'payload' | 'attempts' | 'maxAttempts' | 'leaseSeconds'
>;

export interface ClaimableKinds {
  readonly all: readonly string[];
  /** Those of `all` of which one job runs at a time. */
  readonly exclusive: readonly string[];
}

export interface Queue {
  /**
   * Claims up to `max` due jobs of these kinds for the duration of their leases. Of each exclusive kind at most one, and none while
   * one is claimed by any process.
   */
  claim(kinds: ClaimableKinds, max: number): Promise<ClaimedJob[]>;
  /** Extends the lease, starting now. False when another runner has claimed the job since, or it has ended. */
  renewLease(job: ClaimedJob): Promise<boolean>;
  complete(job: ClaimedJob): Promise<void>;
  /** Marks the job as done by deleting its row. */
  delete(job: ClaimedJob): Promise<void>;
  /** Releases the job for another attempt at `dueAt`. */
  retryAt(job: ClaimedJob, error: string, dueAt: Date): Promise<void>;
  /** Releases the job as if it had not been claimed: the attempt does not count. */
  release(job: ClaimedJob): Promise<void>;
  /** Marks the job as failed permanently; its row stays visible. */
  fail(job: ClaimedJob, error: string): Promise<void>;
}

/** Every operation is one statement, so no connection is held while a job runs. */
export function createQueue(database: Database, clock: Clock): Queue {
  const { db } = database;
  const isOpen = and(isNull(jobs.doneAt), isNull(jobs.failedAt));
  // Each claim increments `attempts`. If it differs, another runner has claimed the job after its lease expired.
  const isClaimed = ({ id, attempts }: ClaimedJob) =>
    and(eq(jobs.id, id), eq(jobs.attempts, attempts), isOpen);

  async function settle(job: ClaimedJob, values: Partial<typeof jobs.$inferInsert>): Promise<void> {
    await db
      .update(jobs)
      .set({ ...values, exclusiveKind: null })
      .where(isClaimed(job));
  }

  async function claim(kinds: ClaimableKinds, max: number): Promise<ClaimedJob[]> {
    const now = clock();
    const due = db.$with('due').as(
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isOpen, lte(jobs.dueAt, now), isClaimable(kinds)))
        .orderBy(jobs.dueAt, jobs.id)
        .limit(max)
        .for('update', { skipLocked: true }),
    );
    return db
      .with(due)
      .update(jobs)
      .set({
        attempts: sql`${jobs.attempts} + 1`,
        dueAt: leaseExpiry(now),
        exclusiveKind: sql`case when ${isOneOf(kinds.exclusive)} then ${jobs.kind} end`,
      })
      .from(due)
      .where(eq(jobs.id, due.id))
      .returning({
        id: jobs.id,
        kind: jobs.kind,
        payload: jobs.payload,
        attempts: jobs.attempts,
        maxAttempts: jobs.maxAttempts,
        leaseSeconds: jobs.leaseSeconds,
      });
  }

  return {
    async claim(kinds, max) {
      try {
        return await claim(kinds, max);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        // Another process has claimed a job of an exclusive kind at the same moment.
        const { all, exclusive } = kinds;
        return claim({ all: all.filter((kind) => !exclusive.includes(kind)), exclusive: [] }, max);
      }
    },
    async renewLease(job) {
      const renewed = await db
        .update(jobs)
        .set({ dueAt: leaseExpiry(clock()) })
        .where(isClaimed(job))
        .returning({ id: jobs.id });
      return renewed.length > 0;
    },
    complete: (job) => settle(job, { doneAt: clock(), lastError: null }),
    delete: async (job) => void (await db.delete(jobs).where(isClaimed(job))),
    retryAt: (job, lastError, dueAt) => settle(job, { lastError, dueAt }),
    release: (job) => settle(job, { attempts: job.attempts - 1, dueAt: clock() }),
    fail: (job, lastError) => settle(job, { lastError, failedAt: clock() }),
  };
}

const isOneOf = (kinds: readonly string[]): SQL =>
  kinds.length === 0 ? sql`false` : inArray(jobs.kind, [...kinds]);

/**
 * Jobs of ordinary kinds, and the next one of each exclusive kind: the claimed one if there is one, which is due only after its
 * lease has expired, otherwise the oldest.
 */
function isClaimable({ all, exclusive }: ClaimableKinds): SQL | undefined {
  if (exclusive.length === 0) return inArray(jobs.kind, [...all]);
  const ordinary = and(inArray(jobs.kind, [...all]), notInArray(jobs.kind, [...exclusive]));
  const next = sql`select next.id from unnest(${sql.param([...exclusive])}::text[]) as exclusive (kind) cross join lateral (
    select job.id from ${jobs} as job where job.kind = exclusive.kind and job.done_at is null and job.failed_at is null
    order by job.exclusive_kind is null, job.due_at, job.id limit 1) as next`;
  return or(ordinary, sql`${jobs.id} in (${next})`);
}

const leaseExpiry = (now: Date) =>
  sql`${now.toISOString()}::timestamptz + make_interval(secs => ${jobs.leaseSeconds})`;

const DONE_RETENTION_MS = 2 * DAY_MS;
const PRUNE_BATCH = 1_000;

/**
 * Deletes jobs that finished two days ago and jobs that failed `failedRetentionDays` ago; at most a thousand of each.
 */
export async function pruneJobs({ db }: Database, now: Date, failedRetentionDays: number): Promise<void> {
  for (const [column, retentionMs] of [
    [jobs.doneAt, DONE_RETENTION_MS],
    [jobs.failedAt, failedRetentionDays * DAY_MS],
  ] as const) {
    const old = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(lt(column, new Date(now.getTime() - retentionMs)))
      .limit(PRUNE_BATCH);
    await db.delete(jobs).where(inArray(jobs.id, old));
  }
}
