import { inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { CommandDeps } from '#platform/command-deps.ts';
import { DAY_MS } from '#platform/durations.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { usedPasskeyChallenges } from './passkeys/tables.server.ts';
import { jwks, session, verification } from './tables.server.ts';

const BATCH_SIZE = 1_000;
/** Batches of rate limit rows in one run. A flood of attempts adds these rows faster than any others. */
const MAX_BATCHES = 20;
/** A replaced key still verifies the tokens it signed, which are valid for minutes. */
const KEY_RETENTION_MS = DAY_MS;

export interface CleanupDeps extends CommandDeps {
  readonly rateLimit: RateLimit;
}

/** Deletes expired sessions, link tokens, used challenges, signing keys and rate limit counters, a limited number in each run. */
export function accountsCleanupJob({ database: { db }, clock, rateLimit }: CleanupDeps): Job {
  return defineJob({
    kind: 'accounts.tidy',
    payload: z.object({}),
    async run() {
      const now = clock();
      for (const table of [session, verification]) {
        const expired = db
          .select({ id: table.id })
          .from(table)
          .where(lt(table.expiresAt, now))
          .limit(BATCH_SIZE);
        await db.delete(table).where(inArray(table.id, expired));
      }
      const used = usedPasskeyChallenges;
      const expired = db
        .select({ id: used.challenge })
        .from(used)
        .where(lt(used.expiresAt, now))
        .limit(BATCH_SIZE);
      await db.delete(used).where(inArray(used.challenge, expired));
      await db.delete(jwks).where(lt(jwks.expiresAt, new Date(now.getTime() - KEY_RETENTION_MS)));
      for (let batch = 0; batch < MAX_BATCHES; batch++)
        if ((await rateLimit.prune(BATCH_SIZE)) < BATCH_SIZE) break;
    },
  });
}
