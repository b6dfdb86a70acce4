import { max } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type ComposedIssue, composeIssue } from './composing.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { listIssueArticles } from './queries.server.ts';
import { newsletterIssues } from './tables.server.ts';

type Row = Pick<typeof newsletterIssues.$inferSelect, 'id' | 'subject' | 'note'>;

/** An issue as it would go out now, with the number it would have; null without a published article. */
export async function composeNext(
  db: Db | Transaction,
  parts: NewsletterParts,
  { id, subject, note }: Row,
  browser?: string,
): Promise<(ComposedIssue & { readonly number: number }) | null> {
  const articles = await listIssueArticles(db, id);
  if (articles.length === 0) return null;
  const [last] = await db.select({ number: max(newsletterIssues.number) }).from(newsletterIssues);
  const number = (last?.number ?? 0) + 1;
  const content = { number, date: parts.clock(), subject, note, articles };
  return { ...composeIssue(parts, id, content, browser), number };
}
