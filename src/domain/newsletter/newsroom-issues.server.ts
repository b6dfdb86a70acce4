import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import type { Db } from '#platform/db/database.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { DomainError } from '#platform/domain-error.ts';
import { DAY_MS } from '#platform/durations.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery.ts';
import type { IssueState } from './issue.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { issuePreviewLink } from './links.server.ts';
import { composeNext } from './composing-next.server.ts';
import { listIssueArticles } from './queries.server.ts';
import {
  newsletterDeliveries,
  newsletterIssueArticles,
  newsletterIssues,
  newsletterSubscribers,
} from './tables.server.ts';

/** An issue as listed for administrators. */
export interface NewsroomIssueSummary {
  readonly id: string;
  readonly number: number | null;
  readonly status: IssueState;
  readonly subject: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Scheduled start of sending; null for a draft. */
  readonly sendAt: Date | null;
  readonly startedAt: Date | null;
  readonly sentAt: Date | null;
  readonly pausedUntil: Date | null;
  /** Message for administrators: the last error of the mail server, or why the issue is a draft again. */
  readonly problem: string | null;
  readonly stopped: boolean;
  /** Number of deliveries in each state. */
  readonly deliveryCounts: Readonly<Record<DeliveryState, number>>;
}

export interface NewsroomIssue extends NewsroomIssueSummary {
  readonly note: string;
  readonly updatedByName: string | null;
  /** In the order of the issue, without articles that are no longer published. */
  readonly articles: readonly ArticleSummary[];
}

const CANDIDATE_AGE_MS = 30 * DAY_MS;
const MAX_CANDIDATES = 60;

/** Newest first. */
export async function listIssues(db: Db, page: number): Promise<PageOf<NewsroomIssueSummary>> {
  const issues = db
    .select()
    .from(newsletterIssues)
    .orderBy(desc(newsletterIssues.createdAt), desc(newsletterIssues.id));
  const found = await readPage(issues, { page, count: db.$count(newsletterIssues) });
  const deliveries = await countDeliveries(
    db,
    found.rows.map(({ id }) => id),
  );
  return { ...found, rows: found.rows.map((row) => summary(row, deliveries)) };
}

/** The issue in progress, if any. A draft or scheduled issue takes precedence over one that is being sent. */
export async function findOpenIssue(db: Db): Promise<NewsroomIssue | null> {
  // A single query, because the issue may finish between two queries.
  const [row] = await issueRows(db)
    .where(inArray(newsletterIssues.status, ['draft', 'approved', 'sending']))
    .orderBy(sql`${newsletterIssues.status} = 'sending'`, desc(newsletterIssues.createdAt))
    .limit(1);
  return row === undefined ? null : toIssue(db, row);
}

export async function getIssue(db: Db, id: string): Promise<NewsroomIssue> {
  const [row] = await issueRows(db).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) throw new DomainError('not_found', 'This issue does not exist.');
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
    ...summary(issue, await countDeliveries(db, [issue.id])),
    note: issue.note,
    updatedByName: name,
    articles: await listIssueArticles(db, issue.id),
  };
}

/** Articles of the last 30 days that are not in the issue and can be added to it. */
export async function listCandidates(
  { database, clock }: NewsletterDeps,
  id: string,
): Promise<ArticleSummary[]> {
  const { db } = database;
  const since = new Date(clock().getTime() - CANDIDATE_AGE_MS);
  const used = await db
    .select({ id: newsletterIssueArticles.articleId })
    .from(newsletterIssueArticles)
    .where(eq(newsletterIssueArticles.issueId, id));
  const usedIds = new Set(used.map((row) => row.id));
  const published = await listArticlesSince(db, since, MAX_CANDIDATES);
  return published.filter((article) => !usedIds.has(article.id));
}

/** The email as it was sent, or as it would be sent now. The tokens in its links are placeholders. */
export async function previewIssue(deps: NewsletterDeps, id: string) {
  const { db } = deps.database;
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).limit(1);
  if (row === undefined) throw new DomainError('not_found', 'This issue does not exist.');
  if (row.html !== null && row.text !== null) return { subject: row.subject, html: row.html, text: row.text };
  const composed = await composeNext(db, deps, row, issuePreviewLink(deps, row.id));
  if (composed === null)
    throw new DomainError('unprocessable', 'An issue needs at least one published article.');
  return { subject: composed.subject, html: composed.html, text: composed.text };
}

export interface NewsroomDelivery {
  readonly id: string;
  /** Null when the subscriber was deleted. */
  readonly email: string | null;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly reason: string | null;
  readonly changedAt: Date;
}

/** The deliveries of an issue in one state, most recently changed first, for those who may read the addresses of subscribers. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  { issueId, status, page }: { issueId: string; status: DeliveryState; page: number },
): Promise<PageOf<NewsroomDelivery>> {
  requirePermission(actor, 'subscriber.manage');
  const where = and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, status));
  const deliveries = db
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
    .orderBy(desc(newsletterDeliveries.changedAt), newsletterDeliveries.id);
  return readPage(deliveries, { page, count: db.$count(newsletterDeliveries, where) });
}

type DeliveryCounts = ReadonlyMap<string, Readonly<Record<DeliveryState, number>>>;
const zeroCounts = () =>
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as Record<DeliveryState, number>;

async function countDeliveries(db: Db, ids: readonly string[]): Promise<DeliveryCounts> {
  const counts = new Map(ids.map((id) => [id, zeroCounts()]));
  if (ids.length === 0) return counts;
  const rows = await db
    .select({ id: newsletterDeliveries.issueId, status: newsletterDeliveries.status, deliveries: count() })
    .from(newsletterDeliveries)
    .where(inArray(newsletterDeliveries.issueId, [...ids]))
    .groupBy(newsletterDeliveries.issueId, newsletterDeliveries.status);
  for (const { id, status, deliveries } of rows) {
    const ofIssue = counts.get(id);
    if (ofIssue !== undefined) ofIssue[status] = deliveries;
  }
  return counts;
}

function summary(
  row: typeof newsletterIssues.$inferSelect,
  deliveries: DeliveryCounts,
): NewsroomIssueSummary {
  return { ...row, deliveryCounts: deliveries.get(row.id) ?? zeroCounts() };
}
