import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { heartbeat } from '#platform/heartbeat.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, type Job, type JobContext } from '#platform/jobs/job.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { beginSending } from './beginning.server.ts';
import { endOrGoOn } from './ending.server.ts';
import { IssueRun } from './issue-run.server.ts';
import { issueSending } from './issue-sending.ts';
import { noteSlowdown } from './pausing.server.ts';
import {
  lookAgain,
  releaseIssue,
  RENEW_MS,
  renewLease,
  type Sending,
  takeIssue,
} from './sender-lease.server.ts';

export function issueSendingJob(parts: NewsletterParts): Job<typeof issueSending.payload> {
  return defineJob({
    ...issueSending,
    async run({ issueId }, context) {
      await beginSending(parts, issueId);
      await sendIssue(parts, issueId, context);
    },
  });
}

async function sendIssue(parts: NewsletterParts, issueId: string, { signal }: JobContext): Promise<void> {
  const taken = await takeIssue(parts, issueId);
  if (taken === null) return lookAgain(parts, issueId);
  await underLease(parts, taken.sending, signal, async () => {
    const run = new IssueRun(parts, taken, signal);
    await run.run();
    if (run.slowdown !== null) await noteSlowdown(parts, taken.sending, run.slowdown);
  });
  // The job goes back as it came, and whoever starts next goes on at once.
  signal.throwIfAborted();
  await parts.database.transaction((tx) => endOrGoOn(tx, issueId, parts.clock()));
}

/** Renews the lease while `work` runs, and gives it back then. A run that has no more time to end loses it. */
async function underLease(
  parts: NewsletterParts,
  sending: Sending,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const { database, clock, log } = parts;
  const done = new AbortController();
  const renewing = heartbeat(
    RENEW_MS,
    AbortSignal.any([done.signal, signal]),
    async () => void (await renewLease(database.db, sending, clock())),
    (err) => log.warn({ err, issue: sending.issueId }, 'the lease of an issue could not be renewed'),
  );
  try {
    await work();
  } finally {
    done.abort();
    await renewing;
    await releaseIssue(parts, sending);
  }
}

/**
 * Asks again for every issue that should be on its way and may have been forgotten: a job that was given up, a
 * process that died between two runs.
 */
export async function resumeSending({ database, clock }: NewsletterParts): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const waiting = await tx
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
    for (const { id } of waiting) await enqueue(tx, issueSending, { issueId: id }, { key: `${id}:${slot}` });
  });
}
