import { and, count, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';

/** Reports counts of emails and jobs by status. Never a failure: a refused email is not caused by the installation. */
export async function reportQueues(
  { db }: Database,
  ok: (subject: string, result: string) => void,
): Promise<void> {
  const states = await db.select({ status: mails.status, mails: count() }).from(mails).groupBy(mails.status);
  const countInStates = (...names: string[]) =>
    states.filter(({ status }) => names.includes(status)).reduce((sum, state) => sum + state.mails, 0);
  ok(
    'emails',
    `${countInStates('accepted')} sent, ${countInStates('queued', 'handed_over')} waiting, ` +
      `${countInStates('refused')} refused, ${countInStates('unknown')} unconfirmed`,
  );
  const pending = await db.$count(jobs, and(isNull(jobs.doneAt), isNull(jobs.failedAt)));
  const failed = await db.$count(jobs, isNotNull(jobs.failedAt));
  ok('jobs', `${pending} waiting, ${failed} failed`);
}
