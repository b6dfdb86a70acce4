import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { jobs } from './tables.server.ts';

export type TakenJob = Pick<
  typeof jobs.$inferSelect,
  'id' | 'kind' | 'payload' | 'attempts' | 'maxAttempts' | 'leaseSeconds'
>;

export interface Queue {
  /** Takes up to `most` jobs of these kinds that are due, for the time of their lease. */
  take(kinds: readonly string[], most: number): Promise<TakenJob[]>;
  /** Extends its lease from now on. False when another runner has taken it since, or it is settled. */
  renew(job: TakenJob): Promise<boolean>;
  finish(job: TakenJob): Promise<void>;
  /** The same, and nothing is left of it. */
  forget(job: TakenJob): Promise<void>;
  /** Gives it back, to be tried again at `dueAt`. */
  giveBack(job: TakenJob, error: string, dueAt: Date): Promise<void>;
  /** Puts it back as if it had not been taken. */
  putBack(job: TakenJob): Promise<void>;
  /** Leaves it where it can be seen, never to be tried again. */
  giveUp(job: TakenJob, error: string): Promise<void>;
}

/** Every step is one statement: nothing here holds a connection while a job runs. */
export function createQueue(database: Database, clock: Clock): Queue {
  const { db } = database;
  const open = and(isNull(jobs.doneAt), isNull(jobs.failedAt));
  // Whoever has taken it since, after the lease ran out, has counted an attempt: then it is not ours to settle.
  const isOurs = ({ id, attempts }: TakenJob) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), open);

  async function settle(job: TakenJob, values: Partial<typeof jobs.$inferInsert>): Promise<void> {
    await db.update(jobs).set(values).where(isOurs(job));
  }

  return {
    async take(kinds, most) {
      const now = clock();
      const due = db.$with('due').as(
        db
          .select({ id: jobs.id })
          .from(jobs)
          .where(and(open, lte(jobs.dueAt, now), inArray(jobs.kind, [...kinds])))
          .orderBy(jobs.dueAt, jobs.id)
          .limit(most)
          .for('update', { skipLocked: true }),
      );
      return db
        .with(due)
        .update(jobs)
        .set({
          attempts: sql`${jobs.attempts} + 1`,
          dueAt: endOfLease(now),
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
    },
    async renew(job) {
      const renewed = await db
        .update(jobs)
        .set({ dueAt: endOfLease(clock()) })
        .where(isOurs(job))
        .returning({ id: jobs.id });
      return renewed.length > 0;
    },
    finish: (job) => settle(job, { doneAt: clock(), lastError: null }),
    forget: async (job) => void (await db.delete(jobs).where(isOurs(job))),
    giveBack: (job, lastError, dueAt) => settle(job, { lastError, dueAt }),
    putBack: (job) => settle(job, { attempts: job.attempts - 1, dueAt: clock() }),
    giveUp: (job, lastError) => settle(job, { lastError, failedAt: clock() }),
  };
}

const endOfLease = (now: Date) =>
  sql`${now.toISOString()}::timestamptz + make_interval(secs => ${jobs.leaseSeconds})`;

const DAY_MS = 86_400_000;
const KEPT_DONE_MS = 2 * DAY_MS;
const PRUNED_AT_ONCE = 1_000;

/** Takes out what finished two days ago and what was given up longer ago than that; at most a thousand rows of each. */
export async function pruneJobs({ db }: Database, now: Date, failedKeptDays: number): Promise<void> {
  for (const [column, kept] of [
    [jobs.doneAt, KEPT_DONE_MS],
    [jobs.failedAt, failedKeptDays * DAY_MS],
  ] as const) {
    const old = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(lt(column, new Date(now.getTime() - kept)))
      .limit(PRUNED_AT_ONCE);
    await db.delete(jobs).where(inArray(jobs.id, old));
  }
}
