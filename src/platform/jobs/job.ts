import type { z } from 'zod';

/** What can be asked for: enough to put a job into the table. */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  /** `noun.verb`; stands in the table, so it is kept when code is renamed. */
  readonly kind: string;
  /** Ids rather than contents: the payload lies in the table and the run reads what is true by then. */
  readonly payload: Payload;
  /** How often it is tried before it is given up. Default 8, which takes about ten minutes. */
  readonly attempts?: number;
  /** Seconds until another runner may have the job of a process that is gone. Default 60. */
  readonly leaseSeconds?: number;
  /**
   * Seconds a run may take; after that it counts as failed. Default `leaseSeconds`. With more, the lease is renewed while
   * the job runs: so a long job has a short lease, and soon another runner after a crash.
   */
  readonly runSeconds?: number;
  /** Its payload names a person: the row goes as soon as it is done, instead of two days later. */
  readonly personal?: boolean;
}

export interface JobContext {
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** After this one it is given up. */
  readonly isLastAttempt: boolean;
  /** Aborted when the time of the run is over, when another runner has the job, and when the process stops. */
  readonly signal: AbortSignal;
}

/** A kind, and how it is done. */
export interface Job<Payload extends z.ZodType = z.ZodType> extends JobKind<Payload> {
  /**
   * Runs outside of any transaction, at least once for every job: a process that ends in the middle leaves it to another.
   * Throwing tries it again later; `RetryLater` says when.
   */
  run(payload: z.output<Payload>, context: JobContext): Promise<void>;
}

/** A kind on its own, for those who ask; whoever does it adds `run` with `defineJob({ ...kind, run })`. */
export function defineJobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind;
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** Thrown by a run that knows when the next try makes sense. It counts as an attempt. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}
