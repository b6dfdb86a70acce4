import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { Alarm } from './alarm.ts';
import { enqueue, JOBS_TAG } from './enqueue.server.ts';
import { defineJob, type Job } from './job.ts';
import { createQueue, pruneJobs, type TakenJob } from './queue.server.ts';
import { every, type Recurring } from './recurring.ts';
import { runJob } from './run-job.server.ts';

const AT_ONCE = 4;
const POLL_MS = 1_500;
/** The process has ten seconds to end, and the database is still to be closed after this. */
const STOP_MS = 6_000;
const FAILED_KEPT_DAYS = 90;
/** Nobody queues as much for one test; more is a job that asks for itself. */
const MOST_DUE = 10_000;

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the site: days of `daily` are days there. */
  readonly timeZone: string;
  /** Jobs of other kinds are left in the table: a newer release may know them. */
  readonly jobs: readonly Job[];
  readonly recurring?: readonly Recurring[];
  /** Days for which a job that was given up stays to be seen, asked whenever old ones are taken out. Default 90. */
  readonly failedKeptDays?: () => Promise<number>;
}

export interface Jobs {
  /** Runs what is due from now on, four at a time, until `stop`. */
  start(): void;
  /** Takes nothing new, tells what runs to end, and waits for it, at most six seconds. May be called again. */
  stop(): Promise<void>;
  /** Runs what is due now, with what that asks for, and returns how many runs it were. For where nothing was started. */
  runDue(): Promise<number>;
  /** Looks for work now instead of within the next 1.5 seconds. A commit that enqueued does so by itself. */
  wake(): void;
}

export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, log, timeZone, jobs, recurring = [] } = options;
  const pruning = defineJob({
    kind: 'jobs.prune',
    payload: z.object({}),
    run: async () => pruneJobs(database, clock(), (await options.failedKeptDays?.()) ?? FAILED_KEPT_DAYS),
  });
  const known = byKind([...jobs, pruning]);
  const comingAgain = [...recurring, every({ minutes: 10 }, pruning, {})];
  const lastSlots = new Map<Recurring, string>();
  const queue = createQueue(database, clock);
  const alarm = new Alarm();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const stopListening = database.onChange((changes) => {
    if (changes.includes(JOBS_TAG) || changes.includes('*')) alarm.ring();
  });
  let loop: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let isFailing = false;

  async function take(most: number): Promise<TakenJob[]> {
    await enqueueRecurring();
    return queue.take([...known.keys()], most);
  }

  async function enqueueRecurring(): Promise<void> {
    const now = clock();
    for (const entry of comingAgain) {
      const slot = entry.slotAt(now, timeZone);
      if (lastSlots.get(entry) === slot) continue;
      // The key of the slot is the same in every process, so one of them gets to insert it.
      await database.transaction((tx) => enqueue(tx, entry.job, entry.payload, { key: slot }));
      lastSlots.set(entry, slot);
    }
  }

  async function run(taken: TakenJob): Promise<void> {
    const job = known.get(taken.kind);
    if (job === undefined) return;
    await runJob(job, taken, { queue, clock, log, stopping: stopping.signal });
  }

  function track(taken: TakenJob): void {
    const promise = run(taken)
      // The job stays taken until its lease ends, and is then run again.
      .catch((err: unknown) =>
        log.error({ err, job: taken.kind, id: taken.id }, 'a job could not be settled'),
      )
      .finally(() => {
        running.delete(promise);
        alarm.ring();
      });
    running.add(promise);
  }

  async function look(): Promise<void> {
    try {
      const free = AT_ONCE - running.size;
      if (free > 0) for (const taken of await take(free)) track(taken);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.error({ err }, 'the table of jobs cannot be read; trying again');
      isFailing = true;
    }
  }

  async function loopUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await alarm.wait(POLL_MS);
    }
  }

  async function ended(): Promise<void> {
    await loop;
    await Promise.all(running);
  }

  return {
    start() {
      if (!stopping.signal.aborted) loop ??= loopUntilStopped();
    },
    stop() {
      stopListening();
      stopping.abort();
      alarm.ring();
      return (stopped ??= within(STOP_MS, ended()));
    },
    async runDue() {
      let count = 0;
      for (;;) {
        const [taken] = await take(1);
        if (taken === undefined) return count;
        if (++count > MOST_DUE)
          throw new Error(`more than ${MOST_DUE} jobs are due; one of them asks for itself`);
        await run(taken);
      }
    },
    wake: () => alarm.ring(),
  };
}

function byKind(jobs: readonly Job[]): ReadonlyMap<string, Job> {
  const known = new Map(jobs.map((job) => [job.kind, job]));
  if (known.size < jobs.length) throw new Error('two jobs have the same kind');
  return known;
}

async function within(ms: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([ended, late]);
  clearTimeout(timer);
}
