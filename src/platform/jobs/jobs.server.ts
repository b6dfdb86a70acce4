import { z } from 'zod';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Log } from '#platform/log.server.ts';
import { WakeSignal } from './wake-signal.ts';
import { enqueue, JOBS_TAG } from './enqueue.server.ts';
import { defineJob, type Job } from './job.ts';
import { createQueue, pruneJobs, type ClaimedJob } from './queue.server.ts';
import { every, type Recurring } from './recurring.ts';
import { runJob } from './run-job.server.ts';

const CONCURRENCY = 4;
/** Slots in which only jobs of timed kinds run. */
const TIMED_SLOTS = 1;
const POLL_MS = 1_500;
/** The process has ten seconds to end, and the database is closed after this. */
const STOP_TIMEOUT_MS = 6_000;
const FAILED_RETENTION_DAYS = 90;
/** Limit for `runDue`: more runs than any test needs mean that a job enqueues itself. */
const MAX_RUNS = 10_000;

export interface JobsOptions extends CommandDeps {
  readonly log: Log;
  /** Time zone of the site, for `daily` jobs; called at each check. */
  readonly timeZone: () => string;
  /** Jobs of other kinds stay in the table: a newer release may have a handler for them. */
  readonly jobs: readonly Job[];
  readonly recurring?: readonly Recurring[];
  /** Days for which failed jobs are stored; read before each pruning. Default 90. */
  readonly failedRetentionDays?: () => Promise<number>;
}

export interface Jobs {
  /** Starts to run due jobs until `stop`: four at a time, of which at most three are of kinds that are not timed. */
  start(): void;
  /** Claims no further jobs, aborts the signal of running ones, and waits for them, at most six seconds. Idempotent. */
  stop(): Promise<void>;
  /** Runs all due jobs, including jobs that they enqueue, and returns the number of runs. For use without `start`. */
  runDue(): Promise<number>;
  /** Polls now instead of within the next 1.5 seconds. A commit that enqueued a job does this automatically. */
  wake(): void;
}

export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, log, timeZone, jobs, recurring = [] } = options;
  const pruning = defineJob({
    kind: 'jobs.prune',
    payload: z.object({}),
    run: async () =>
      pruneJobs(database, clock(), (await options.failedRetentionDays?.()) ?? FAILED_RETENTION_DAYS),
  });
  const jobsByKind = byKind([...jobs, pruning]);
  const allJobs = [...jobsByKind.values()];
  const timedJobs = allJobs.filter((job) => job.isTimed === true);
  const recurringJobs = [...recurring, every({ minutes: 10 }, pruning, {})];
  const lastEnqueuedSlot = new Map<Recurring, string>();
  const queue = createQueue(database, clock);
  const wakeSignal = new WakeSignal();
  const stopping = new AbortController();
  const running = new Map<Promise<void>, ClaimedJob>();
  const unsubscribe = database.onChange((changes) => {
    if (changes.includes(JOBS_TAG) || changes.includes('*')) wakeSignal.wake();
  });
  let loop: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let isFailing = false;

  async function claimDue(max: number, from = allJobs): Promise<ClaimedJob[]> {
    const runningKinds = new Set([...running.values()].map(({ kind }) => kind));
    const claimable = from.filter((job) => job.isExclusive !== true || !runningKinds.has(job.kind));
    const exclusive = claimable.filter((job) => job.isExclusive === true);
    return queue.claim({ all: kindsOf(claimable), exclusive: kindsOf(exclusive) }, max);
  }

  /** Claims what the free slots have room for: a second statement only if the first one may have left a timed job. */
  async function claimForFreeSlots(): Promise<ClaimedJob[]> {
    const free = CONCURRENCY - running.size;
    const untimed = [...running.values()].filter(({ kind }) => jobsByKind.get(kind)?.isTimed !== true);
    const max = Math.min(free, CONCURRENCY - TIMED_SLOTS - untimed.length);
    const claimed = max > 0 ? await claimDue(max) : [];
    if (claimed.length < max || claimed.length === free) return claimed;
    return [...claimed, ...(await claimDue(free - claimed.length, timedJobs))];
  }

  async function enqueueRecurring(): Promise<void> {
    const now = clock();
    for (const entry of recurringJobs) {
      const slot = entry.slotAt(now, timeZone());
      if (lastEnqueuedSlot.get(entry) === slot) continue;
      // The key of the slot is the same in every process, so only one of them inserts the job.
      await database.transaction((tx) => enqueue(tx, entry.job, entry.payload, { key: slot }));
      lastEnqueuedSlot.set(entry, slot);
    }
  }

  async function run(claimed: ClaimedJob): Promise<void> {
    const job = jobsByKind.get(claimed.kind);
    if (job === undefined) return;
    await runJob(job, claimed, { queue, clock, log, stopping: stopping.signal });
  }

  function track(claimed: ClaimedJob): void {
    const promise = run(claimed)
      // The job stays claimed until its lease expires, and is then run again.
      .catch((err: unknown) =>
        log.error({ err, job: claimed.kind, id: claimed.id }, 'the result of a job could not be stored'),
      )
      .finally(() => {
        running.delete(promise);
        wakeSignal.wake();
      });
    running.set(promise, claimed);
  }

  async function poll(): Promise<void> {
    try {
      await enqueueRecurring();
      for (const claimed of await claimForFreeSlots()) track(claimed);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.error({ err }, 'the jobs table cannot be read; retrying');
      isFailing = true;
    }
  }

  async function pollUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await poll();
      await wakeSignal.wait(POLL_MS);
    }
  }

  async function whenEnded(): Promise<void> {
    await loop;
    await Promise.all(running.keys());
  }

  return {
    start() {
      if (!stopping.signal.aborted) loop ??= pollUntilStopped();
    },
    stop() {
      unsubscribe();
      stopping.abort();
      wakeSignal.wake();
      return (stopped ??= waitAtMost(STOP_TIMEOUT_MS, whenEnded()));
    },
    async runDue() {
      let count = 0;
      for (;;) {
        await enqueueRecurring();
        const [claimed] = await claimDue(1);
        if (claimed === undefined) return count;
        if (++count > MAX_RUNS)
          throw new Error(`more than ${MAX_RUNS} jobs are due; one of them enqueues itself`);
        await run(claimed);
      }
    },
    wake: () => wakeSignal.wake(),
  };
}

const kindsOf = (jobs: readonly Job[]): string[] => jobs.map(({ kind }) => kind);

function byKind(jobs: readonly Job[]): ReadonlyMap<string, Job> {
  const jobByKind = new Map(jobs.map((job) => [job.kind, job]));
  if (jobByKind.size < jobs.length) throw new Error('two jobs have the same kind');
  return jobByKind;
}

async function waitAtMost(ms: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([ended, timeout]);
  clearTimeout(timer);
}
