import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '#platform/error-text.ts';
import type { Clock } from '#platform/clock.ts';
import { heartbeat } from '#platform/heartbeat.ts';
import type { Log } from '#platform/log.server.ts';
import { sanitizeReason } from '#platform/sanitize-reason.server.ts';
import { type Job, RetryLater } from './job.ts';
import type { Queue, ClaimedJob } from './queue.server.ts';

const MIN_BACKOFF_SECONDS = 5;
const MAX_BACKOFF_SECONDS = 4 * 3600;
const MAX_ERROR_LENGTH = 500;
/** Renewals per lease duration, so that a lease survives some failed renewals. */
const RENEWALS_PER_LEASE = 4;

export interface RunJobDeps {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
}

/** Runs a claimed job and stores the result: done, to be retried, or failed. Never throws for an error of the job. */
export async function runJob(job: Job, claimed: ClaimedJob, deps: RunJobDeps): Promise<void> {
  const { queue, clock, log } = deps;
  if (deps.stopping.aborted) return queue.release(claimed);
  const logFields = { job: claimed.kind, id: claimed.id, attempt: claimed.attempts };
  if (claimed.attempts > claimed.maxAttempts) {
    log.error(logFields, 'a job failed permanently: its last attempt never finished');
    return queue.fail(claimed, 'Its last attempt never finished.');
  }
  const payload = job.payload.safeParse(claimed.payload);
  if (!payload.success) {
    // Only the names of the invalid fields: values of a payload must not be logged.
    const fields = payload.error.issues.map(({ path }) => path.join('.')).join(', ');
    log.error({ ...logFields, fields }, 'a job failed permanently: its payload is invalid');
    return queue.fail(claimed, `Its payload is invalid: ${fields}`);
  }
  try {
    await runWithTimeout(job, payload.data, claimed, deps);
  } catch (error) {
    // The process stops, so the attempt does not count.
    if (deps.stopping.aborted) return queue.release(claimed);
    const message = describeError(error);
    if (claimed.attempts === claimed.maxAttempts) {
      log.error({ ...logFields, err: error }, 'a job failed permanently');
      return queue.fail(claimed, message);
    }
    const seconds = error instanceof RetryLater ? error.seconds : backoffSeconds(claimed.attempts);
    log.warn({ ...logFields, err: error, seconds: Math.round(seconds) }, 'a job failed and will be retried');
    return queue.retryAt(claimed, message, new Date(clock().getTime() + seconds * 1000));
  }
  return job.personal === true ? queue.delete(claimed) : queue.complete(claimed);
}

/**
 * Exponential backoff: 5 s, 10 s, 20 s … four hours, with up to 50 % jitter, so that jobs that failed together do not
 * retry together.
 */
function backoffSeconds(attempt: number): number {
  const longest = Math.min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

async function runWithTimeout(
  job: Job,
  payload: unknown,
  claimed: ClaimedJob,
  { queue, log, stopping }: RunJobDeps,
): Promise<void> {
  const runController = new AbortController();
  const seconds = job.runSeconds ?? claimed.leaseSeconds;
  const timeout = sleep(seconds * 1000, undefined, { signal: runController.signal, ref: false }).then(() => {
    runController.abort();
    throw new Error(`Timeout after ${seconds} s.`);
  });
  const renewals =
    seconds > claimed.leaseSeconds ? renewUntilEnd(claimed, runController, { queue, log }) : undefined;
  try {
    const context = {
      id: claimed.id,
      attempt: claimed.attempts,
      isLastAttempt: claimed.attempts === claimed.maxAttempts,
      signal: AbortSignal.any([runController.signal, stopping]),
    };
    await Promise.race([job.run(payload, context), timeout]);
  } finally {
    timeout.catch(() => {});
    runController.abort();
    // A renewal that is still running would otherwise overwrite the time of the next attempt.
    await renewals;
  }
}

/** Renews the lease until the run ends, and aborts the run when another runner has claimed the job. */
function renewUntilEnd(
  claimed: ClaimedJob,
  runController: AbortController,
  { queue, log }: Pick<RunJobDeps, 'queue' | 'log'>,
): Promise<void> {
  const ms = (claimed.leaseSeconds * 1000) / RENEWALS_PER_LEASE;
  const renew = async () => {
    if (!(await queue.renewLease(claimed))) runController.abort();
  };
  return heartbeat(ms, runController.signal, renew, (err) =>
    log.warn({ job: claimed.kind, id: claimed.id, err }, 'the lease of a job could not be renewed'),
  );
}

/** The error text for the table: one line, without query values and addresses. */
function describeError(error: unknown): string {
  const message = errorText(error);
  const [first = ''] = message.split('\nparams:');
  return sanitizeReason(first, MAX_ERROR_LENGTH);
}
