import { eq, max } from 'drizzle-orm';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { findPublicIssue, type PublicIssue } from './queries.server.ts';
import { newsletterIssues } from './tables.server.ts';
import { readPreviewToken } from './tokens.server.ts';

export interface IssuePreview {
  /** With the number and the date it would have now. */
  readonly issue: PublicIssue;
  /** It has a page in the archive by now. */
  readonly isPublic: boolean;
}

/** The issue behind a link in a test. Null when it was discarded; refuses (`invalid`) a token that is not ours or has expired. */
export async function findIssuePreview(
  { database: { db }, key, clock }: NewsletterParts,
  token: string,
): Promise<IssuePreview | null> {
  const id = readPreviewToken(key, token, clock());
  if (id === null) throw new Refusal('invalid');
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) return null;
  const issue = row.number === null ? null : await findPublicIssue(db, row.number);
  if (issue !== null) return { issue, isPublic: true };
  const [last] = await db.select({ number: max(newsletterIssues.number) }).from(newsletterIssues);
  const { subject, note } = row;
  const number = row.number ?? (last?.number ?? 0) + 1;
  return { issue: { id, number, subject, note, date: clock() }, isPublic: false };
}
