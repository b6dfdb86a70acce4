import { inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { contactMessages } from './tables.server.ts';

const DAY_MS = 86_400_000;
/** Rows at a time; as many times as it takes. */
const AT_ONCE = 500;

export interface ContactPruningParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which a message is kept; null for ever. Asked at each run. */
  readonly keptDays: () => Promise<number | null>;
}

/** Deletes, once a day, the messages that are older than they are to be kept. */
export function contactPruning({ database, clock, keptDays }: ContactPruningParts): {
  readonly job: Job;
  readonly recurring: Recurring;
} {
  const job = defineJob({
    kind: 'contact.prune',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await keptDays();
      if (days === null) return;
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await deleteSome(database, before)) === AT_ONCE);
    },
  });
  return { job, recurring: every({ minutes: 1440 }, job, {}) };
}

async function deleteSome(database: Database, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(lt(contactMessages.createdAt, before))
      .limit(AT_ONCE);
    const gone = await tx.delete(contactMessages).where(inArray(contactMessages.id, old)).returning();
    return gone.length;
  });
}
