import { eq, max } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { findPublicIssue, type PublicIssue } from './queries.server.ts';
import { newsletterIssues } from './tables.server.ts';
import { readPreviewToken } from './tokens.server.ts';

export interface IssuePreview {
  /** With the next number and the current date. */
  readonly issue: PublicIssue;
  /** Whether the issue has a page in the archive. */
  readonly isPublic: boolean;
}

/** Finds the issue of a preview link from a test email. Null when it was deleted. Throws `invalid` for an invalid or expired token. */
export async function findIssuePreview(
  { database: { db }, key, clock }: NewsletterDeps,
  token: string,
): Promise<IssuePreview | null> {
  const id = readPreviewToken(key, token, clock());
  if (id === null) throw new DomainError('invalid');
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) return null;
  const issue = row.number === null ? null : await findPublicIssue(db, row.number);
  if (issue !== null) return { issue, isPublic: true };
  const [last] = await db.select({ number: max(newsletterIssues.number) }).from(newsletterIssues);
  const { subject, note } = row;
  const number = row.number ?? (last?.number ?? 0) + 1;
  return { issue: { id, number, subject, note, date: clock() }, isPublic: false };
}
