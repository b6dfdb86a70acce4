import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { Refusal } from '#platform/refusal.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery.ts';
import type { IssueState } from './issue.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { issuePreviewLink } from './links.server.ts';
import { composeNext } from './composing-next.server.ts';
import { listIssueArticles } from './queries.server.ts';
import {
  newsletterDeliveries,
  newsletterIssueArticles,
  newsletterIssues,
  newsletterSubscribers,
} from './tables.server.ts';

/** An issue as the table of the newsroom shows it. */
export interface NewsroomIssueSummary {
  readonly id: string;
  readonly number: number | null;
  readonly status: IssueState;
  readonly subject: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the hold ends or ended; null for a draft. */
  readonly sendAt: Date | null;
  readonly startedAt: Date | null;
  readonly sentAt: Date | null;
  readonly pausedUntil: Date | null;
  /** What somebody should know: what the mail server said last, or why it is a draft again. */
  readonly problem: string | null;
  readonly stopped: boolean;
  /** Copies by what became of them. */
  readonly copies: Readonly<Record<DeliveryState, number>>;
}

export interface NewsroomIssue extends NewsroomIssueSummary {
  readonly note: string;
  readonly updatedByName: string | null;
  /** In their order, without those that are not published any more. */
  readonly articles: readonly ArticleSummary[];
}

export interface NewsroomIssues {
  readonly issues: readonly NewsroomIssueSummary[];
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

const PAGE_SIZE = 20;
const CANDIDATE_MS = 30 * 86_400_000;
const MOST_CANDIDATES = 60;

/** The newest first. */
export async function listIssues(db: Db, page: number): Promise<NewsroomIssues> {
  const total = await db.$count(newsletterIssues);
  const rows = await db
    .select()
    .from(newsletterIssues)
    .orderBy(desc(newsletterIssues.createdAt), desc(newsletterIssues.id))
    .limit(PAGE_SIZE)
    .offset(rowsBefore(page, PAGE_SIZE));
  const copies = await countCopies(
    db,
    rows.map(({ id }) => id),
  );
  return {
    issues: rows.map((row) => summary(row, copies)),
    total,
    page,
    pageCount: pagesOf(total, PAGE_SIZE),
  };
}

/** The one that is worked on or on its way, if there is one; a draft before one that is being sent. */
export async function findOpenIssue(db: Db): Promise<NewsroomIssue | null> {
  // One row read once: it may end at any moment, and what has ended is not open.
  const [row] = await issueRows(db)
    .where(inArray(newsletterIssues.status, ['draft', 'approved', 'sending']))
    .orderBy(sql`${newsletterIssues.status} = 'sending'`, desc(newsletterIssues.createdAt))
    .limit(1);
  return row === undefined ? null : toIssue(db, row);
}

export async function getIssue(db: Db, id: string): Promise<NewsroomIssue> {
  const [row] = await issueRows(db).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) throw new Refusal('not_found', 'There is no such issue.');
  return toIssue(db, row);
}

const issueRows = (db: Db) =>
  db
    .select({ issue: newsletterIssues, name: user.name })
    .from(newsletterIssues)
    .leftJoin(user, eq(user.id, newsletterIssues.updatedBy));

type IssueRow = Awaited<ReturnType<typeof issueRows>>[number];

async function toIssue(db: Db, { issue, name }: IssueRow): Promise<NewsroomIssue> {
  return {
    ...summary(issue, await countCopies(db, [issue.id])),
    note: issue.note,
    updatedByName: name,
    articles: await listIssueArticles(db, issue.id),
  };
}

/** What was published within a month and is not in the issue: what an editor might add. */
export async function listCandidates(
  { database, clock }: NewsletterParts,
  id: string,
): Promise<ArticleSummary[]> {
  const { db } = database;
  const since = new Date(clock().getTime() - CANDIDATE_MS);
  const chosen = await db
    .select({ id: newsletterIssueArticles.articleId })
    .from(newsletterIssueArticles)
    .where(eq(newsletterIssueArticles.issueId, id));
  const isChosen = new Set(chosen.map((row) => row.id));
  const published = await listArticlesSince(db, since, MOST_CANDIDATES);
  return published.filter((article) => !isChosen.has(article.id));
}

/** The mail as it would go out now, or went out; its links to unsubscribe are nobody's. */
export async function previewIssue(parts: NewsletterParts, id: string) {
  const { db } = parts.database;
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) throw new Refusal('not_found', 'There is no such issue.');
  if (row.html !== null && row.text !== null) return { subject: row.subject, html: row.html, text: row.text };
  const composed = await composeNext(db, parts, row, issuePreviewLink(parts, row.id));
  if (composed === null) throw new Refusal('unprocessable', 'An issue has at least one published article.');
  return { subject: composed.subject, html: composed.html, text: composed.text };
}

export interface NewsroomCopy {
  readonly id: string;
  /** Null when the subscriber was deleted since. */
  readonly email: string | null;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly reason: string | null;
  readonly changedAt: Date;
}

/** The copies of an issue in one state, the latest first. */
export async function listCopies(
  db: Db,
  { issueId, status, page }: { issueId: string; status: DeliveryState; page: number },
): Promise<{ copies: NewsroomCopy[]; total: number; page: number; pageCount: number }> {
  const where = and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, status));
  const total = await db.$count(newsletterDeliveries, where);
  const copies = await db
    .select({
      id: newsletterDeliveries.id,
      email: newsletterSubscribers.email,
      status: newsletterDeliveries.status,
      attempts: newsletterDeliveries.attempts,
      reason: newsletterDeliveries.reason,
      changedAt: newsletterDeliveries.changedAt,
    })
    .from(newsletterDeliveries)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(where)
    .orderBy(desc(newsletterDeliveries.changedAt), newsletterDeliveries.id)
    .limit(PAGE_SIZE)
    .offset(rowsBefore(page, PAGE_SIZE));
  return { copies, total, page, pageCount: pagesOf(total, PAGE_SIZE) };
}

type Copies = ReadonlyMap<string, Readonly<Record<DeliveryState, number>>>;
const none = () =>
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as Record<DeliveryState, number>;

async function countCopies(db: Db, ids: readonly string[]): Promise<Copies> {
  const counts = new Map(ids.map((id) => [id, none()]));
  if (ids.length === 0) return counts;
  const rows = await db
    .select({ id: newsletterDeliveries.issueId, status: newsletterDeliveries.status, copies: count() })
    .from(newsletterDeliveries)
    .where(inArray(newsletterDeliveries.issueId, [...ids]))
    .groupBy(newsletterDeliveries.issueId, newsletterDeliveries.status);
  for (const { id, status, copies } of rows) {
    const ofIssue = counts.get(id);
    if (ofIssue !== undefined) ofIssue[status] = copies;
  }
  return counts;
}

function summary(row: typeof newsletterIssues.$inferSelect, copies: Copies): NewsroomIssueSummary {
  const { id, number, status, subject, revision, createdAt, updatedAt } = row;
  const { sendAt, startedAt, sentAt, pausedUntil, problem, stopped } = row;
  return {
    id,
    number,
    status,
    subject,
    revision,
    createdAt,
    updatedAt,
    sendAt,
    startedAt,
    sentAt,
    pausedUntil,
    problem,
    stopped,
    copies: copies.get(id) ?? none(),
  };
}
