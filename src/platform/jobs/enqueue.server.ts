import type { z } from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import type { JobKind } from './job.ts';
import { jobs } from './tables.server.ts';

const ATTEMPTS = 8;
const LEASE_SECONDS = 60;

/** Announced at the commit of whoever enqueued, so that runners need not wait for their next look. */
export const JOBS_TAG = 'jobs';

export interface EnqueueOptions {
  /** Not before. Default: at once. */
  readonly runAt?: Date;
  /** No second job of this kind and key is made while one is kept, be it waiting or finished (finished ones: two days). */
  readonly key?: string;
}

/**
 * Asks for a job as a part of the transaction: it exists when the transaction is committed, and not at all if it is rolled
 * back. Returns its id, or null when there is one of this key already. Throws when the payload does not fit the kind.
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Transaction,
  { kind, payload: schema, attempts = ATTEMPTS, leaseSeconds = LEASE_SECONDS }: JobKind<Payload>,
  payload: z.input<Payload>,
  { runAt, key }: EnqueueOptions = {},
): Promise<string | null> {
  // Parsed for its refusal only: what is stored is read through the same schema again when it is run.
  schema.parse(payload);
  const [row] = await tx
    .insert(jobs)
    .values({
      kind,
      payload,
      key: key === undefined ? null : `${kind}:${key}`,
      // Long ago: due by the clock of every process, whichever of them is slow.
      dueAt: runAt ?? new Date(0),
      leaseSeconds,
      maxAttempts: attempts,
    })
    .onConflictDoNothing({ target: jobs.key })
    .returning({ id: jobs.id });
  if (row !== undefined && runAt === undefined) tx.touch(JOBS_TAG);
  return row?.id ?? null;
}
