import { eq } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log.server.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.server.ts';
import type { Recurring } from '#platform/jobs/recurring.ts';
import { jobs as table } from '#platform/jobs/tables.server.ts';
import type { databases, TestDatabase } from './databases.ts';

/** A database and runners of its jobs, with a clock. They exist while tests run. */
export function prepareJobs({ open }: Pick<(typeof databases)[number], 'open'>) {
  let opened: TestDatabase;
  let database: Database;
  let now: Date;
  let done: string[];
  let started: Jobs[];
  beforeEach(async () => {
    opened = await open();
    ({ database } = opened);
    now = new Date('2026-05-04T12:00:00Z');
    done = [];
    started = [];
  });
  afterEach(async () => {
    for (const jobs of started) await jobs.stop();
    await opened.close();
  });

  const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const payloadSchema = z.object({ name: z.string() });
  const recordingJob = (run?: (name: string) => Promise<void>): Job =>
    defineJob({
      kind: 'test.write',
      payload: payloadSchema,
      attempts: 3,
      async run({ name }: { name: string }) {
        await run?.(name);
        done.push(name);
      },
    });
  function runner(
    runnable: Job | readonly Job[] = recordingJob(),
    recurring: readonly Recurring[] = [],
  ): Jobs {
    const jobs = createJobs({
      database,
      clock: () => now,
      log: silentLog,
      timeZone: () => 'Africa/Nairobi',
      jobs: [runnable].flat(),
      recurring,
    });
    started.push(jobs);
    return jobs;
  }
  const enqueueJob = (name: string, options = {}, job = recordingJob()) =>
    database.transaction((tx) => enqueue(tx, job, { name }, options));
  const rows = () => database.db.select().from(table).where(eq(table.kind, 'test.write')).orderBy(table.id);

  return {
    get database() {
      return database;
    },
    get now() {
      return now;
    },
    get done() {
      return done;
    },
    get started() {
      return started;
    },
    advance,
    payloadSchema,
    recordingJob,
    runner,
    enqueueJob,
    rows,
  };
}
