import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { heartbeat } from '#platform/heartbeat.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, type Job, type JobContext } from '#platform/jobs/job.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { startSending } from './starting.server.ts';
import { completeOrContinue } from './completing.server.ts';
import { IssueRun } from './issue-run.server.ts';
import { sendIssueJobKind } from './send-issue-job-kind.ts';
import { recordSlowdown } from './slowdown.server.ts';
import {
  retryAfterLease,
  releaseLease,
  RENEW_MS,
  renewLease,
  type SenderLease,
  acquireLease,
} from './sender-lease.server.ts';

export function sendIssueJob(deps: NewsletterDeps): Job<typeof sendIssueJobKind.payload> {
  return defineJob({
    ...sendIssueJobKind,
    async run({ issueId }, context) {
      await startSending(deps, issueId);
      await sendIssue(deps, issueId, context);
    },
  });
}

async function sendIssue(deps: NewsletterDeps, issueId: string, { signal }: JobContext): Promise<void> {
  const leasedIssue = await acquireLease(deps, issueId);
  if (leasedIssue === null) return retryAfterLease(deps, issueId);
  await underLease(deps, leasedIssue.lease, signal, async () => {
    const run = new IssueRun(deps, leasedIssue, signal);
    await run.run();
    if (run.slowdown !== null) await recordSlowdown(deps, leasedIssue.lease, run.slowdown);
  });
  // On shutdown the job is returned to the queue, and the next process continues at once.
  signal.throwIfAborted();
  await deps.database.transaction((tx) => completeOrContinue(tx, issueId, deps.clock()));
}

/** Renews the lease while `work` runs, then releases it. After an abort the lease is no longer renewed and may expire. */
async function underLease(
  deps: NewsletterDeps,
  lease: SenderLease,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const { database, clock, log } = deps;
  const done = new AbortController();
  const renewal = heartbeat(
    RENEW_MS,
    AbortSignal.any([done.signal, signal]),
    async () => void (await renewLease(database.db, lease, clock())),
    (err) => log.warn({ err, issue: lease.issueId }, 'failed to renew the lease of an issue'),
  );
  try {
    await work();
  } finally {
    done.abort();
    await renewal;
    await releaseLease(deps, lease);
  }
}

/**
 * Enqueues a run for every issue that should be sending but has no active lease, for example after a failed job or a crash
 * between two runs.
 */
export async function resumeSending({ database, clock }: NewsletterDeps): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const stalled = await tx
      .select({ id: newsletterIssues.id })
      .from(newsletterIssues)
      .where(
        or(
          and(eq(newsletterIssues.status, 'approved'), lte(newsletterIssues.sendAt, now)),
          and(
            eq(newsletterIssues.status, 'sending'),
            or(isNull(newsletterIssues.senderUntil), lte(newsletterIssues.senderUntil, now)),
            or(isNull(newsletterIssues.pausedUntil), lte(newsletterIssues.pausedUntil, now)),
          ),
        ),
      )
      .limit(20);
    const slot = Math.floor(now.getTime() / 60_000);
    for (const { id } of stalled)
      await enqueue(tx, sendIssueJobKind, { issueId: id }, { key: `${id}:${slot}` });
  });
}
