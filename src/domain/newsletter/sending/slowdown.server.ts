import { eq } from 'drizzle-orm';
import { HOUR_MS } from '#platform/durations.ts';
import { sanitizeReason } from '#platform/sanitize-reason.server.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { isHeldBy, type SenderLease } from './sender-lease.server.ts';
import type { Slowdown } from './server-health.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Records why sending is slowed and pauses it: with exponential backoff from 5 s to 5 minutes, or for an hour. */
export async function recordSlowdown(
  { database, clock }: Pick<NewsletterDeps, 'database' | 'clock'>,
  lease: SenderLease,
  { wait, reason }: Slowdown,
): Promise<void> {
  const now = clock().getTime();
  const problem = sanitizeReason(reason);
  await database.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(isHeldBy(lease)).for('update');
    if (issue === undefined || issue.stopped) return;
    const backoff = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** issue.pauses);
    const pause = wait === 'hour' ? HOUR_MS : backoff;
    await tx
      .update(newsletterIssues)
      .set(
        wait === 'none'
          ? { problem }
          : { problem, pauses: issue.pauses + 1, pausedUntil: new Date(now + pause) },
      )
      .where(eq(newsletterIssues.id, issue.id));
  });
}
