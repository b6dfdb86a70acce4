import type { z } from 'zod';
import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { JobKind } from './job.ts';
import { jobs } from './tables.server.ts';

const ATTEMPTS = 8;
const LEASE_SECONDS = 60;

/**
 * Change tag that is sent at the commit of an enqueuing transaction, so that runners need not wait for their next poll.
 */
export const JOBS_TAG = 'jobs';

export interface EnqueueOptions {
  /** Earliest time of the run. Default: immediately. */
  readonly runAt?: Date;
  /**
   * Deduplication key: no second job of this kind and key is created while the row of the first exists (until two days
   * after it has finished).
   */
  readonly key?: string;
}

/**
 * Inserts a job as part of the transaction: it exists only if the transaction is committed. Returns its id, or null
 * when there already is a job with this key. Throws when the payload does not match the schema of the kind.
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Transaction,
  { kind, payload: schema, attempts = ATTEMPTS, leaseSeconds = LEASE_SECONDS }: JobKind<Payload>,
  payload: z.input<Payload>,
  { runAt, key }: EnqueueOptions = {},
): Promise<string | null> {
  // Only validated: the stored payload is parsed with the same schema again when the job runs.
  schema.parse(payload);
  const [row] = await tx
    .insert(jobs)
    .values({
      kind,
      payload,
      key: key === undefined ? null : `${kind}:${key}`,
      // In the past, so that the job is due by the clock of every process, even if clocks differ.
      dueAt: runAt ?? new Date(0),
      leaseSeconds,
      maxAttempts: attempts,
    })
    .onConflictDoNothing({ target: jobs.key })
    .returning({ id: jobs.id });
  if (row !== undefined && runAt === undefined) tx.invalidate(JOBS_TAG);
  return row?.id ?? null;
}

/** Removes a job as part of the transaction. Does nothing if it is done; a run that has begun is not interrupted. */
export async function dequeue(tx: Transaction, id: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.id, id));
}
