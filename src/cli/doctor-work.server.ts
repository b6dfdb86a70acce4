import { and, count, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';

/** What waits, and what came to nothing. A mail that was refused is no fault of the installation, so none is reported. */
export async function reportWork(
  { db }: Database,
  good: (subject: string, finding: string) => void,
): Promise<void> {
  const states = await db.select({ status: mails.status, mails: count() }).from(mails).groupBy(mails.status);
  const inState = (...names: string[]) =>
    states.filter(({ status }) => names.includes(status)).reduce((sum, state) => sum + state.mails, 0);
  good(
    'mails',
    `${inState('accepted')} sent, ${inState('queued', 'handed_over')} waiting, ` +
      `${inState('refused')} refused, ${inState('unknown')} in doubt`,
  );
  const waiting = await db.$count(jobs, and(isNull(jobs.doneAt), isNull(jobs.failedAt)));
  const givenUp = await db.$count(jobs, isNotNull(jobs.failedAt));
  good('jobs', `${waiting} waiting, ${givenUp} given up`);
}
