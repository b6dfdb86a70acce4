import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import { longDate } from '#domain/site/long-date.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { milestones } from '#domain/site/tables.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { Refusal } from '#platform/refusal.ts';
import { draftingWeek } from './drafting-week.ts';
import { MOST_ARTICLES, SUBJECT_LIMIT } from './issue.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { newsletterIssueArticles, newsletterIssues } from './tables.server.ts';

const WEEK_MS = 7 * 86_400_000;
/** Of a week; those beyond it the newsroom adds by hand. */
const MOST_LOOKED_AT = 60;

/** Looks every ten minutes whether the week has come to the day and hour of the settings. */
export function draftingJob(parts: NewsletterParts): { job: Job; recurring: Recurring } {
  const job = defineJob({
    kind: 'newsletter.draft',
    payload: z.object({}),
    run: () => draftWhenDue(parts),
  });
  return { job, recurring: every({ minutes: 10 }, job, {}) };
}

/** Once a week, however often it is asked: that a week was served is noted in the same transaction. */
async function draftWhenDue(parts: NewsletterParts): Promise<void> {
  const { database, clock, site } = parts;
  const { newsletter_day: day, newsletter_hour: hour } = await readSettings(database.db);
  const week = draftingWeek(clock(), site.timeZone, { day, hour });
  if (week === null) return;
  await database.transaction(async (tx) => {
    const first = await tx
      .insert(milestones)
      .values({ name: `newsletter drafted in the week of ${week}` })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return;
    // Nobody has touched last week's: this week's takes its place. One that somebody began or works on stays.
    const isUntouched = and(eq(newsletterIssues.status, 'draft'), isNull(newsletterIssues.updatedBy));
    await tx.delete(newsletterIssues).where(isUntouched);
    const [open] = await tx.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isOpen).limit(1);
    if (open === undefined) await insertDraft(tx, parts, null);
  });
}

const isOpen = inArray(newsletterIssues.status, ['draft', 'approved']);

/** Drafts an issue now. Refuses `conflict` while there is one, and `unprocessable` when the week brought nothing. */
export async function draftIssue(parts: NewsletterParts, actor: Actor): Promise<string> {
  requireEditor(actor);
  return parts.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('newsletter drafting'))`);
    const [open] = await tx.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isOpen).limit(1);
    if (open !== undefined) throw new Refusal('conflict', 'There is an issue in the works already.');
    const id = await insertDraft(tx, parts, actor.userId);
    if (id === null) throw new Refusal('unprocessable', 'Nothing was published within the last seven days.');
    return id;
  });
}

/** The week's articles, the newest first; null and no draft when there are none. */
async function insertDraft(
  tx: Transaction,
  { clock, site }: NewsletterParts,
  updatedBy: string | null,
): Promise<string | null> {
  const now = clock();
  const articles = await listUnused(tx, now);
  if (articles.length === 0) return null;
  const id = uuidv7();
  const subject = newSubject(articles, await findLastSubject(tx), longDate(now, site.timeZone));
  await tx.insert(newsletterIssues).values({ id, subject, createdAt: now, updatedAt: now, updatedBy });
  await tx
    .insert(newsletterIssueArticles)
    .values(articles.map((article, position) => ({ issueId: id, articleId: article.id, position })));
  return id;
}

/** Subject of the issue that was sent last; null before the first. */
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
 * The title of the newest article, unless the last issue had the same: email programs show two emails with one subject as
 * one conversation. A column of the same title every week gives way to another article, or gets its date.
 */
function newSubject(articles: readonly ArticleSummary[], last: string | null, date: string): string {
  const titles = articles.map(({ title }) => title.slice(0, SUBJECT_LIMIT));
  const other = titles.find((title) => title !== last);
  const dated = ` · ${date}`;
  return other ?? `${(titles[0] ?? '').slice(0, SUBJECT_LIMIT - dated.length)}${dated}`;
}

async function listUnused(tx: Transaction, now: Date): Promise<ArticleSummary[]> {
  const since = new Date(now.getTime() - WEEK_MS);
  const published = await listArticlesSince(tx, since, MOST_LOOKED_AT);
  const ids = published.map(({ id }) => id);
  const used = await tx
    .select({ id: newsletterIssueArticles.articleId })
    .from(newsletterIssueArticles)
    .where(inArray(newsletterIssueArticles.articleId, ids));
  const isUsed = new Set(used.map(({ id }) => id));
  const unused = published.filter(({ id, publishDate }) => !isUsed.has(id) && publishDate <= now);
  const remaining = await lockArticles(
    tx,
    unused.map(({ id }) => id),
  );
  return unused.filter(({ id }) => remaining.has(id)).slice(0, MOST_ARTICLES);
}
