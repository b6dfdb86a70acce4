import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '#platform/error-text.ts';
import type { Clock } from '#platform/clock.ts';
import { heartbeat } from '#platform/heartbeat.ts';
import type { Log } from '#platform/log.server.ts';
import { redactLine } from '#platform/log.server.ts';
import { type Job, RetryLater } from './job.ts';
import type { Queue, TakenJob } from './queue.server.ts';

const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 4 * 3600;
const LONGEST_ERROR = 500;
/** A lease outlives the failure of some renewals. */
const BEATS_IN_LEASE = 4;

export interface RunParts {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

/** Runs a job that was taken and settles it: done, to be tried again, or given up. Never throws for what the job does. */
export async function runJob(job: Job, taken: TakenJob, parts: RunParts): Promise<void> {
  const { queue, clock, log } = parts;
  if (parts.stopping.aborted) return queue.putBack(taken);
  const about = { job: taken.kind, id: taken.id, attempt: taken.attempts };
  if (taken.attempts > taken.maxAttempts) {
    log.error(about, 'a job was given up: it never came to an end');
    return queue.giveUp(taken, 'Its last attempt never came to an end.');
  }
  const payload = job.payload.safeParse(taken.payload);
  if (!payload.success) {
    // The names of what does not fit, not the values: what a payload holds is not for logs.
    const fields = payload.error.issues.map(({ path }) => path.join('.')).join(', ');
    log.error({ ...about, fields }, 'a job was given up: its payload does not fit');
    return queue.giveUp(taken, `Its payload does not fit: ${fields}`);
  }
  try {
    await withinTime(job, payload.data, taken, parts);
  } catch (error) {
    // It was told to end early and is not to blame.
    if (parts.stopping.aborted) return queue.putBack(taken);
    const shown = describe(error);
    if (taken.attempts === taken.maxAttempts) {
      log.error({ ...about, err: error }, 'a job was given up');
      return queue.giveUp(taken, shown);
    }
    const seconds = error instanceof RetryLater ? error.seconds : waitSeconds(taken.attempts);
    log.warn({ ...about, err: error, seconds: Math.round(seconds) }, 'a job failed and will be tried again');
    return queue.giveBack(taken, shown, new Date(clock().getTime() + seconds * 1000));
  }
  return job.personal === true ? queue.forget(taken) : queue.finish(taken);
}

/** 5 s, 10 s, 20 s … four hours; half of it by chance, so that what failed together is not tried together. */
function waitSeconds(attempt: number): number {
  const longest = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

async function withinTime(
  job: Job,
  payload: unknown,
  taken: TakenJob,
  { queue, log, stopping }: RunParts,
): Promise<void> {
  const over = new AbortController();
  const seconds = job.runSeconds ?? taken.leaseSeconds;
  const late = sleep(seconds * 1000, undefined, { signal: over.signal, ref: false }).then(() => {
    over.abort();
    throw new Error(`It took longer than ${seconds} s.`);
  });
  const renewing = seconds > taken.leaseSeconds ? keepLease(taken, over, { queue, log }) : undefined;
  try {
    const context = {
      id: taken.id,
      attempt: taken.attempts,
      isLastAttempt: taken.attempts === taken.maxAttempts,
      signal: AbortSignal.any([over.signal, stopping]),
    };
    await Promise.race([job.run(payload, context), late]);
  } finally {
    late.catch(() => {});
    over.abort();
    // A renewal that is under way would otherwise undo the time of the next try.
    await renewing;
  }
}

/** Renews the lease until `over`, and ends the run when another runner has taken the job. */
function keepLease(
  taken: TakenJob,
  over: AbortController,
  { queue, log }: Pick<RunParts, 'queue' | 'log'>,
): Promise<void> {
  const ms = (taken.leaseSeconds * 1000) / BEATS_IN_LEASE;
  const renew = async () => {
    if (!(await queue.renew(taken))) over.abort();
  };
  return heartbeat(ms, over.signal, renew, (err) =>
    log.warn({ job: taken.kind, id: taken.id, err }, 'the lease of a job could not be renewed'),
  );
}

/** For the table: one line, no values of a query, no addresses. */
function describe(error: unknown): string {
  const message = errorText(error);
  const [first = ''] = message.split('\nparams:');
  return redactLine(first.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_ERROR);
}
