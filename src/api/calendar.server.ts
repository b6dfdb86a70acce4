import { createRoute, z } from '@hono/zod-openapi';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { CALENDAR_LIMIT, type CalendarEntry, listMonth } from '#domain/articles/month-calendar.server.ts';
import { SCHEDULED_ACTIONS } from '#domain/articles/schedule/schedule.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { localTimeAt } from '#platform/zoned-time.ts';
import { SectionSlug } from './article-json.ts';
import { type AuthenticatedEnv, newsroomRoute, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const MonthName = z.string().regex(/^[12]\d{3}-(?:0[1-9]|1[0-2])$/, 'A month like 2026-11');

const Entry = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    category_slug: SectionSlug,
    state: z.enum(ARTICLE_STATES),
    event: z.enum(['published', ...SCHEDULED_ACTIONS]).meta({
      description: '`published`: the first publication of a published article. Otherwise what is scheduled.',
    }),
    at: z.iso.datetime(),
    date: z.iso.date().meta({ description: 'The day of `at` in the time zone of the publication.' }),
  })
  .openapi('CalendarEntry');

const Month = z
  .object({
    month: MonthName,
    today: z.iso.date().meta({ description: 'In the time zone of the publication.' }),
    entries: z.array(Entry).meta({ description: 'By time.' }),
    is_complete: z.boolean().meta({
      description: `False if more than ${CALENDAR_LIMIT} were published, or are scheduled; the rest is left out.`,
    }),
  })
  .openapi('CalendarMonth');

const read = createRoute({
  ...newsroomRoute,
  path: '/newsroom/calendar',
  method: 'get',
  summary: 'Lists what was published in a month and what is scheduled in it',
  description: 'In the time zone of the publication. Contributors and authors get the articles they created.',
  request: {
    query: z.object({
      month: MonthName.optional().meta({ description: 'Like `2026-11`; without it the present month.' }),
    }),
  },
  responses: { 200: json(Month, 'The month.'), ...problems(...NEWSROOM_ERRORS) },
});

interface CalendarApiDeps {
  readonly database: Database;
  readonly site: CurrentSite;
  readonly clock: Clock;
}

/** The calendar of the newsroom. */
export const calendarApi = ({ database, site, clock }: CalendarApiDeps) =>
  apiRouter<AuthenticatedEnv>().openapi(read, async (context) => {
    const { timeZone } = site();
    const today = localTimeAt(clock(), timeZone).date;
    const { month = today.slice(0, 7) } = context.req.valid('query');
    const { entries, isComplete } = await listMonth(database.db, context.var.user, { month, timeZone });
    return context.json({ month, today, entries: entries.map(entryJson), is_complete: isComplete }, 200);
  });

const entryJson = ({ sectionSlug, at, ...entry }: CalendarEntry): z.infer<typeof Entry> => ({
  ...entry,
  category_slug: sectionSlug,
  at: at.toISOString(),
});
