import { max } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type ComposedIssue, composeIssue } from './composing.server.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { listIssueArticles } from './queries.server.ts';
import { newsletterIssues } from './tables.server.ts';

type Row = Pick<typeof newsletterIssues.$inferSelect, 'id' | 'subject' | 'note'>;

/** Renders an issue as it would be sent now, with the next number. Null without a published article. */
export async function composeNext(
  db: Db | Transaction,
  deps: NewsletterDeps,
  { id, subject, note }: Row,
  browser?: string,
): Promise<(ComposedIssue & { readonly number: number }) | null> {
  const articles = await listIssueArticles(db, id);
  if (articles.length === 0) return null;
  const [last] = await db.select({ number: max(newsletterIssues.number) }).from(newsletterIssues);
  const number = (last?.number ?? 0) + 1;
  const content = { number, date: deps.clock(), subject, note, articles };
  return { ...composeIssue(deps, id, content, browser), number };
}
