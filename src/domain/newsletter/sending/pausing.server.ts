import { and, count, eq, gt, sql } from 'drizzle-orm';
import { redactLine } from '#platform/log.server.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import type { Settled } from './copies.server.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const LONGEST_PROBLEM = 300;

/** So many refusals and not one copy taken: it is the letter or its sender that is refused, and not the recipients. */
const SUSPICIOUS_REFUSALS = 20;
const SUSPICIOUS_PAUSE_MS = 3_600_000;

/** The mail server asked to wait, or was not there: 5 s, 10 s, 20 s … at most five minutes. */
export async function notePause(
  { database, clock }: NewsletterParts,
  issueId: string,
  reason: string,
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const isThis = eq(newsletterIssues.id, issueId);
    const [issue] = await tx.select().from(newsletterIssues).where(isThis).for('update');
    const pauses = issue?.pauses ?? 0;
    const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
    const pausedUntil = new Date(now.getTime() + wait);
    await tx
      .update(newsletterIssues)
      .set({ pauses: pauses + 1, pausedUntil, problem: shown(reason) })
      .where(isThis);
  });
}

/** What a batch says about the whole. False when it is better to wait and have somebody look. */
export async function noteProgress(
  { database, clock }: NewsletterParts,
  issueId: string,
  settled: readonly Settled[],
): Promise<boolean> {
  const isThis = eq(newsletterIssues.id, issueId);
  if (settled.some(({ outcome }) => outcome.state === 'accepted')) {
    await database.db
      .update(newsletterIssues)
      .set({ pauses: 0, pausedUntil: null, problem: null })
      .where(and(isThis, gt(newsletterIssues.pauses, 0)));
    return true;
  }
  const [counted] = await database.db
    .select({
      refused: count(sql`case when ${newsletterDeliveries.status} = 'refused' then 1 end`),
      accepted: count(sql`case when ${newsletterDeliveries.status} = 'accepted' then 1 end`),
    })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, issueId));
  if (counted === undefined || counted.accepted > 0 || counted.refused < SUSPICIOUS_REFUSALS) return true;
  const reason =
    settled.map(({ outcome }) => ('reason' in outcome ? outcome.reason : '')).find(Boolean) ?? '';
  await database.db
    .update(newsletterIssues)
    .set({
      pauses: sql`${newsletterIssues.pauses} + 1`,
      pausedUntil: new Date(clock().getTime() + SUSPICIOUS_PAUSE_MS),
      problem: shown(`The mail server refuses every copy. ${reason}`),
    })
    .where(isThis);
  return false;
}

/** One line without addresses. */
function shown(reason: string): string {
  return redactLine(reason.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_PROBLEM);
}
