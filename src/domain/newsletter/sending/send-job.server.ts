import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, type Job, type JobContext } from '#platform/jobs/job.ts';
import { personalise } from '../composing.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { beginSending } from './beginning.server.ts';
import { type Copy, putBack, type Sending, type Settled, settleCopies, takeCopies } from './copies.server.ts';
import { endOrGoOn } from './ending.server.ts';
import { issueSending } from './issue-sending.ts';
import { notePause, noteProgress } from './pausing.server.ts';
import { releaseIssue, takeIssue } from './sender-lease.server.ts';

/** A run ends after this and asks for the next one, so that its lease never ends while it works. */
const RUN_MS = 60_000;

export function issueSendingJob(parts: NewsletterParts): Job<typeof issueSending.payload> {
  return defineJob({
    ...issueSending,
    async run({ issueId }, context) {
      await beginSending(parts, issueId);
      await sendIssue(parts, issueId, context);
    },
  });
}

/** Sends batch after batch until nothing is due, the mail server asks to wait, or the time is up. */
async function sendIssue(parts: NewsletterParts, issueId: string, { signal }: JobContext): Promise<void> {
  const taken = await takeIssue(parts, issueId);
  if (taken === null) return;
  const sending = { issueId, sender: taken.sender };
  try {
    const deadline = performance.now() + RUN_MS;
    while (performance.now() < deadline && (await sendBatch(parts, sending, taken.issue, signal)));
  } finally {
    await releaseIssue(parts, issueId, sending.sender);
  }
  // The job goes back as it came, and whoever starts next goes on at once.
  signal.throwIfAborted();
  await parts.database.transaction((tx) => endOrGoOn(tx, issueId, parts.clock()));
}

type Issue = typeof newsletterIssues.$inferSelect;

/** False when there is nothing more to do for now. */
async function sendBatch(
  parts: NewsletterParts,
  sending: Sending,
  issue: Issue,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const copies = await takeCopies(parts, sending, parts.mail.lanes);
  if (copies === null || copies.length === 0) return false;
  const settled = await Promise.all(copies.map((copy) => deliver(parts, issue, copy, signal)));
  const unsaid = signal.aborted ? settled.filter(({ outcome }) => outcome.state === 'deferred') : [];
  await settleCopies(
    parts,
    settled.filter((each) => !unsaid.includes(each)),
  );
  if (unsaid.length > 0) {
    await putBack(
      parts,
      unsaid.map(({ copy }) => copy),
    );
    return false;
  }
  const reason = settled
    .map(({ outcome }) => (outcome.state === 'deferred' ? outcome.reason : ''))
    .find(Boolean);
  if (reason !== undefined) {
    await notePause(parts, issue.id, reason);
    return false;
  }
  return noteProgress(parts, issue.id, settled);
}

async function deliver(
  parts: NewsletterParts,
  issue: Issue,
  copy: Copy,
  signal: AbortSignal,
): Promise<Settled> {
  const { id, subject, html, text, startedAt } = issue;
  if (html === null || text === null || startedAt === null)
    throw new Error('an issue without its final form');
  const mail = personalise(parts, { id, subject, html, text }, copy.subscriber);
  const outcome = await parts.mail.deliver(mail, { id: copy.id, date: startedAt }, signal);
  return { copy, outcome };
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
