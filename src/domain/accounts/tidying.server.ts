import { inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { jwks, session, verification } from './tables.server.ts';

const AT_ONCE = 1_000;
/** A flood of guesses leaves rows faster than anything else. */
const MOST_BATCHES = 20;
/** A replaced key still checks the tokens it signed, which live for minutes. */
const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

export interface TidyingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
}

/** Takes out what is over: sessions, links, keys, counted attempts. So many at a time, and it comes again. */
export function tidyAccountsJob({ database: { db }, clock, rateLimit }: TidyingParts): Job {
  return defineJob({
    kind: 'accounts.tidy',
    payload: z.object({}),
    async run() {
      const now = clock();
      for (const table of [session, verification]) {
        const over = db.select({ id: table.id }).from(table).where(lt(table.expiresAt, now)).limit(AT_ONCE);
        await db.delete(table).where(inArray(table.id, over));
      }
      await db.delete(jwks).where(lt(jwks.expiresAt, new Date(now.getTime() - KEY_KEPT_MS)));
      for (let batch = 0; batch < MOST_BATCHES; batch++)
        if ((await rateLimit.prune(AT_ONCE)) < AT_ONCE) break;
    },
  });
}
