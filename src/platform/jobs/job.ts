import type { z } from 'zod';

/** What is needed to enqueue a job. */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  /** `noun.verb`. Stored in the table, so it must not change when code is renamed. */
  readonly kind: string;
  /** Should contain ids rather than content: it is stored in the table, and the run reads the current data. */
  readonly payload: Payload;
  /** Maximum number of attempts. Default 8, which take about ten minutes. */
  readonly attempts?: number;
  /** Seconds after which another runner may claim the job of a process that has ended. Default 60. */
  readonly leaseSeconds?: number;
  /**
   * Timeout of a run in seconds; after that it counts as failed. Default `leaseSeconds`. If it is longer, the lease is
   * renewed while the job runs, so that a long job has a short lease and is soon claimed by another runner after a
   * crash.
   */
  readonly runSeconds?: number;
  /**
   * At most one job of the kind runs at a time, in all processes together; others wait in the queue. For runs that would only
   * compete with each other, for locks or for a server that may be slow, and that would occupy the slots of other jobs. After a
   * crash no job of the kind is claimed until the lease has expired.
   */
  readonly isExclusive?: boolean;
  /**
   * Jobs of the kind run at a time that somebody has chosen, and take a moment. One slot of a process is reserved for these kinds, so
   * that jobs of other kinds, however long, do not delay them.
   */
  readonly isTimed?: boolean;
  /** The payload contains personal data: the row is deleted as soon as the job is done, instead of two days later. */
  readonly personal?: boolean;
}

export interface JobContext {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** When true, the job fails permanently if this attempt fails. */
  readonly isLastAttempt: boolean;
  /**
   * Aborts on timeout, when another runner has claimed the job, and when the process stops. A run that ends early for this reason throws,
   * as `throwIfAborted` does, and the next process continues at once: one that returns is done.
   */
  readonly signal: AbortSignal;
}

/** A kind with its handler. */
export interface Job<Payload extends z.ZodType = z.ZodType> extends JobKind<Payload> {
  /**
   * Runs outside of a transaction, at least once per job: when the process ends during a run, another run follows. If
   * it throws, the job is retried later; `RetryLater` sets the delay.
   */
  run(payload: z.output<Payload>, context: JobContext): Promise<void>;
}

/** Defines a kind without a handler, for code that only enqueues. `defineJob({ ...kind, run })` adds the handler. */
export function defineJobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind;
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** Thrown by a run to set the delay before the next attempt. The run counts as an attempt. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}
