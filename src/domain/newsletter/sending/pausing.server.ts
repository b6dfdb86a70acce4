import { eq } from 'drizzle-orm';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { oneLine } from './reason.server.ts';
import { isMine, type Sending } from './sender-lease.server.ts';
import type { Slowdown } from './server-health.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** Records why the issue is slow, and until when it waits: 5 s, 10 s, 20 s … at most five minutes; or an hour. */
export async function noteSlowdown(
  { database, clock }: NewsletterParts,
  sending: Sending,
  { wait, reason }: Slowdown,
): Promise<void> {
  const now = clock().getTime();
  const problem = oneLine(reason);
  await database.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(isMine(sending)).for('update');
    if (issue === undefined || issue.stopped) return;
    const longer = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** issue.pauses);
    const pause = wait === 'hour' ? HOUR_MS : longer;
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
