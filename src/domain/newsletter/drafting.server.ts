import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import { longDate } from '#domain/site/long-date.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { milestones } from '#domain/site/tables.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { DomainError } from '#platform/domain-error.ts';
import { draftingWeek } from './drafting-week.ts';
import { MAX_ARTICLES, SUBJECT_LIMIT } from './issue.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { newsletterIssueArticles, newsletterIssues } from './tables.server.ts';

const WEEK_MS = 7 * DAY_MS;
/** Articles of a week that are considered for a draft. */
const MAX_CANDIDATES = 60;

/** Creates the job that drafts the weekly issue. It checks every ten minutes whether the scheduled time has come. */
export function draftingJob(deps: NewsletterDeps): { job: Job; recurring: Recurring } {
  const job = defineJob({
    kind: 'newsletter.draft',
    payload: z.object({}),
    run: () => draftWhenDue(deps),
  });
  return { job, recurring: every({ minutes: 10 }, job, {}) };
}

/** Drafts at most once a week: the same transaction records that the week is done. */
async function draftWhenDue(deps: NewsletterDeps): Promise<void> {
  const { database, clock, site } = deps;
  const { newsletter_day: day, newsletter_hour: hour } = await readSettings(database.db);
  const week = draftingWeek(clock(), site().timeZone, { day, hour });
  if (week === null) return;
  await database.transaction(async (tx) => {
    await lockDrafting(tx);
    const first = await tx
      .insert(milestones)
      .values({ name: `newsletter drafted in the week of ${week}` })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return;
    // Replaces an automatic draft that nobody has edited. A draft that someone created or edited stays, also when the account
    // of that person is deleted.
    const isUntouched = and(
      eq(newsletterIssues.status, 'draft'),
      eq(newsletterIssues.revision, 1),
      isNull(newsletterIssues.updatedBy),
    );
    await tx.delete(newsletterIssues).where(isUntouched);
    const [open] = await tx.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isOpen).limit(1);
    if (open === undefined) await insertDraft(tx, deps, null);
  });
}

/** Only one transaction drafts at a time, because at most one issue is in progress. */
const lockDrafting = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('newsletter drafting'))`);

const isOpen = inArray(newsletterIssues.status, ['draft', 'approved']);

/**
 * Drafts an issue now. Throws `conflict` while another one is in progress, and `unprocessable` when no unused article was
 * published within the last seven days.
 */
export async function draftIssue(deps: NewsletterDeps, actor: Actor): Promise<string> {
  requirePermission(actor, 'newsletter.manage');
  return deps.database.transaction(async (tx) => {
    await lockDrafting(tx);
    const [open] = await tx.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isOpen).limit(1);
    if (open !== undefined) throw new DomainError('conflict', 'Another issue is already in progress.');
    const id = await insertDraft(tx, deps, actor.userId);
    if (id === null)
      throw new DomainError('unprocessable', 'No new articles were published within the last seven days.');
    return id;
  });
}

/**
 * Inserts a draft with the unused articles of the week, newest first. Returns null and inserts nothing without any.
 *
 * @param updatedBy who creates it; null for the job
 */
async function insertDraft(
  tx: Transaction,
  { clock, site }: NewsletterDeps,
  updatedBy: string | null,
): Promise<string | null> {
  const now = clock();
  const articles = await listUnused(tx, now);
  if (articles.length === 0) return null;
  const id = uuidv7();
  const subject = newSubject(articles, await findLastSubject(tx), longDate(now, site()));
  // The second revision, because `updated_by` is lost with the account: the first is always one that nobody has touched.
  const revision = updatedBy === null ? 1 : 2;
  const times = { createdAt: now, updatedAt: now };
  await tx.insert(newsletterIssues).values({ id, subject, revision, ...times, updatedBy });
  await tx
    .insert(newsletterIssueArticles)
    .values(articles.map((article, position) => ({ issueId: id, articleId: article.id, position })));
  return id;
}

/** Subject of the issue with the highest number; null before the first. */
async function findLastSubject(tx: Transaction): Promise<string | null> {
  const [last] = await tx
    .select({ subject: newsletterIssues.subject })
    .from(newsletterIssues)
    .where(isNotNull(newsletterIssues.number))
    .orderBy(desc(newsletterIssues.number))
    .limit(1);
  return last?.subject ?? null;
}

/**
 * The title of the newest article, unless the last issue had the same subject: email clients show two emails with the same
 * subject as one conversation. A recurring title is replaced by that of another article, or gets the date appended.
 */
function newSubject(articles: readonly ArticleSummary[], last: string | null, date: string): string {
  const titles = articles.map(({ title }) => title.slice(0, SUBJECT_LIMIT));
  const fresh = titles.find((title) => title !== last);
  const suffix = ` · ${date}`;
  return fresh ?? `${(titles[0] ?? '').slice(0, SUBJECT_LIMIT - suffix.length)}${suffix}`;
}

async function listUnused(tx: Transaction, now: Date): Promise<ArticleSummary[]> {
  const since = new Date(now.getTime() - WEEK_MS);
  const published = await listArticlesSince(tx, since, MAX_CANDIDATES);
  const ids = published.map(({ id }) => id);
  const used = await tx
    .select({ id: newsletterIssueArticles.articleId })
    .from(newsletterIssueArticles)
    .where(inArray(newsletterIssueArticles.articleId, ids));
  const usedIds = new Set(used.map(({ id }) => id));
  const unused = published.filter(({ id, publishDate }) => !usedIds.has(id) && publishDate <= now);
  const remaining = await lockArticles(
    tx,
    unused.map(({ id }) => id),
  );
  return unused.filter(({ id }) => remaining.has(id)).slice(0, MAX_ARTICLES);
}
