import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireRole } from '#domain/accounts/actor.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { localTimeAt } from '#platform/zoned-time.ts';
import { startOf } from './archive.server.ts';
import { NOT_IN_TRASH, STATE_COLUMNS } from './article-state.server.ts';
import { articleState, type ArticleState } from './article-state.ts';
import type { ScheduledAction } from './schedule/schedule.ts';
import { articles } from './tables.server.ts';

/** Publications of a month, and schedules of a month, that are listed. */
export const CALENDAR_LIMIT = 500;

/** Something that was published, or that is going to be published or taken offline. */
export interface CalendarEntry {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly state: ArticleState;
  /** `published` is the first publication of an article that is published now. */
  readonly event: 'published' | ScheduledAction;
  readonly at: Date;
  /** The day of `at` in the time zone of the publication, like `2026-11-03`. */
  readonly date: string;
}

export interface CalendarMonth {
  /** By time. */
  readonly entries: readonly CalendarEntry[];
  /** False if there are more than `CALENDAR_LIMIT`. */
  readonly isComplete: boolean;
}

interface MonthQuery {
  /** Like `2026-11`. */
  readonly month: string;
  readonly timeZone: string;
}

/** What was published in a month and what is scheduled in it, of the articles that the actor may read. */
export async function listMonth(
  db: Db,
  actor: Actor,
  { month, timeZone }: MonthQuery,
): Promise<CalendarMonth> {
  requireRole(actor);
  const scope = findScope(actor.role, 'article.read');
  const readable = scope === 'all' ? undefined : eq(articles.createdBy, actor.userId);
  const inMonth = (moment: SQL) =>
    sql`${moment} >= ${startOf(month, 0, timeZone)} and ${moment} < ${startOf(month, 1, timeZone)}`;
  const list = (moment: SQL, condition: SQL | undefined) =>
    db
      .select(columns)
      .from(articles)
      .where(and(readable, inMonth(moment), condition))
      .orderBy(asc(moment), asc(articles.id))
      .limit(CALENDAR_LIMIT + 1);
  const published = await list(sql`${articles.publishDate}`, sql`not ${articles.isDraft}`);
  const scheduled = await list(sql`${articles.scheduledAt}`, NOT_IN_TRASH);
  const entries = [
    ...published
      .slice(0, CALENDAR_LIMIT)
      .flatMap((row) => toEntry(row, 'published', row.publishDate, timeZone)),
    ...scheduled
      .slice(0, CALENDAR_LIMIT)
      .flatMap((row) => toEntry(row, row.scheduledAction, row.scheduledAt, timeZone)),
  ];
  return {
    entries: entries.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    isComplete: published.length <= CALENDAR_LIMIT && scheduled.length <= CALENDAR_LIMIT,
  };
}

const columns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  sectionSlug: articles.categorySlug,
  ...STATE_COLUMNS,
  publishDate: articles.publishDate,
  scheduledAt: articles.scheduledAt,
};

type Row = Pick<typeof articles.$inferSelect, Exclude<keyof typeof columns, 'sectionSlug'>> & {
  readonly sectionSlug: SectionSlug;
};

function toEntry(
  row: Row,
  event: CalendarEntry['event'] | null,
  at: Date | null,
  timeZone: string,
): CalendarEntry[] {
  if (event === null || at === null) return [];
  const { id, slug, title, sectionSlug } = row;
  const { date } = localTimeAt(at, timeZone);
  return [{ id, slug, title, sectionSlug, state: articleState(row), event, at, date }];
}
