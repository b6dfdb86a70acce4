import { count, desc, eq, inArray } from 'drizzle-orm';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { listArticlesByIds } from '#domain/articles/queries.server.ts';
import type { Db } from '#platform/db/database.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import { newsletterIssueArticles, newsletterIssues } from './tables.server.ts';

/** Issues on one page of the archive. */
const ARCHIVE_PAGE_SIZE = 20;

/** An issue as readers see it in the archive. */
export interface PublicIssue {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly note: string;
  readonly date: Date;
}

export interface Archive {
  readonly issues: readonly PublicIssue[];
  readonly page: number;
  /** At least 1, even without issues. */
  readonly pageCount: number;
}

// An issue is public once sending starts, because the first emails link to it.
const isPublic = inArray(newsletterIssues.status, ['sending', 'sent']);

/** Newest first. */
export async function listPublicIssues(db: Db, page: number): Promise<Archive> {
  const [counted] = await db.select({ total: count() }).from(newsletterIssues).where(isPublic);
  const rows = await db
    .select()
    .from(newsletterIssues)
    .where(isPublic)
    .orderBy(desc(newsletterIssues.number))
    .limit(ARCHIVE_PAGE_SIZE)
    .offset(pageOffset(page, ARCHIVE_PAGE_SIZE));
  const pageCount = countPages(counted?.total ?? 0, ARCHIVE_PAGE_SIZE);
  return { issues: rows.flatMap((row) => toPublic(row) ?? []), page, pageCount };
}

/** Newest first. */
export async function listPublicIssueNumbers(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ number: newsletterIssues.number })
    .from(newsletterIssues)
    .where(isPublic)
    .orderBy(desc(newsletterIssues.number))
    .limit(limit);
  return rows.flatMap(({ number }) => number ?? []);
}

/** Null for an unknown number. */
export async function findPublicIssue(db: Db, number: number): Promise<PublicIssue | null> {
  // Drafts and scheduled issues have no number.
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.number, number)).limit(1);
  return row === undefined ? null : toPublic(row);
}

/** In the order of the issue, without articles that are no longer published. */
export async function listIssueArticles(db: Db, issueId: string): Promise<ArticleSummary[]> {
  const chosen = await db
    .select({ id: newsletterIssueArticles.articleId })
    .from(newsletterIssueArticles)
    .where(eq(newsletterIssueArticles.issueId, issueId))
    .orderBy(newsletterIssueArticles.position);
  const ids = chosen.map(({ id }) => id);
  const found = await listArticlesByIds(db, ids);
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function toPublic({ id, number, subject, note, startedAt }: typeof newsletterIssues.$inferSelect) {
  return number === null || startedAt === null ? null : { id, number, subject, note, date: startedAt };
}
