import { createRoute, z } from '@hono/zod-openapi';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { findOpenIssue } from '#domain/newsletter/newsroom-issues.server.ts';
import { CONFIRMATIONS_PER_HOUR, SUBSCRIBER_STATES } from '#domain/newsletter/subscriber.ts';
import {
  countSubscribers,
  countDeferredConfirmations,
  listSubscribers,
} from '#domain/newsletter/subscribers/listing.server.ts';
import { lastWeeks, listGrowth } from '#domain/newsletter/subscribers/growth.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import { textStream } from '#http/text-stream.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { isoOrNull, Issue, issueJson } from './newsletter-json.ts';

const PATH = '/newsroom/newsletter' as const;
const WEEKS = 26;
const isoDateTime = z.iso.datetime();
const params = z.object({ id: z.uuid() });
const Status = z.enum(SUBSCRIBER_STATES);
const commonProblems = problems(...NEWSROOM_ERRORS, 'not_found');

const Overview = z
  .object({
    subscribers: z.object(
      Object.fromEntries(SUBSCRIBER_STATES.map((state) => [state, z.int()])) as Record<
        (typeof SUBSCRIBER_STATES)[number],
        z.ZodInt
      >,
    ),
    growth: z.array(
      z.object({
        week: z.iso.date().meta({ description: 'The Monday of the week, in the time zone of the site.' }),
        joined: z.int(),
        left: z.int(),
        total: z.int().meta({ description: 'At the end of the week.' }),
      }),
    ),
    confirmations: z
      .object({
        per_hour: z.int(),
        withheld: z.int().meta({
          description:
            'Sign-ups beyond the hourly limit and imported addresses, whose confirmation email was not sent.',
        }),
        last_withheld_at: isoDateTime.nullable(),
      })
      .meta({
        description: 'If `withheld` is not 0, someone may be entering addresses of other people.',
      }),
    issue: Issue.nullable().meta({
      description: 'The draft, approved or sending issue; null if there is none.',
    }),
    can_send: z.boolean().meta({ description: 'False if emails are sent through EmailJS.' }),
  })
  .openapi('NewsletterOverview');

const overview = createRoute({
  ...newsroomRoute,
  path: PATH,
  method: 'get',
  summary: 'Returns an overview of the newsletter: subscribers, growth by week and the current issue',
  responses: { 200: json(Overview, 'The overview.'), ...problems('unauthenticated', 'forbidden') },
});

const Subscriber = z
  .object({
    id: z.uuid(),
    email: z.string(),
    status: Status,
    source: z.enum(['form', 'import']),
    created_at: isoDateTime,
    confirmed_at: isoDateTime.nullable(),
    unsubscribed_at: isoDateTime.nullable(),
  })
  .openapi('NewsletterSubscriber');

const list = createRoute({
  ...newsroomRoute,
  path: `${PATH}/subscribers`,
  method: 'get',
  summary: 'Lists subscribers, newest first, 20 per page',
  request: {
    query: z.object({
      status: Status.optional(),
      search: z.string().trim().max(254).default('').meta({ description: 'A part of the email address.' }),
      page: PageNumber,
    }),
  },
  responses: {
    200: json(
      z
        .object({ subscribers: z.array(Subscriber), total: z.int(), ...pageFields })
        .openapi('NewsletterSubscriberPage'),
      'A page of subscribers.',
    ),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const change = createRoute({
  ...newsroomRoute,
  path: `${PATH}/subscribers/{id}`,
  method: 'patch',
  summary: 'Blocks an address, so that it never gets emails, or unblocks it',
  request: { params, body: jsonBody(z.strictObject({ blocked: z.boolean() })) },
  responses: {
    204: { description: 'The address is blocked or unblocked.' },
    ...commonProblems,
    ...problems('unprocessable'),
  },
});

const remove = createRoute({
  ...newsroomRoute,
  path: `${PATH}/subscribers/{id}`,
  method: 'delete',
  summary: 'Deletes a subscriber and all data about the address',
  request: { params },
  responses: { 204: { description: 'Deleted.' }, ...commonProblems },
});

const exportCsv = createRoute({
  ...newsroomRoute,
  path: `${PATH}/subscribers.csv`,
  method: 'get',
  summary: 'Exports all subscribers with their consent records as CSV',
  responses: {
    200: {
      description: 'RFC 4180, UTF-8. A value that starts like a formula is prefixed with an apostrophe.',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems('unauthenticated', 'forbidden'),
  },
});

const release = createRoute({
  ...newsroomRoute,
  path: `${PATH}/withheld/release`,
  method: 'post',
  summary: 'Sends the withheld confirmation emails, up to the hourly limit',
  responses: {
    202: { description: 'The emails are being sent.' },
    ...problems('unauthenticated', 'forbidden'),
  },
});

const discard = createRoute({
  ...newsroomRoute,
  path: `${PATH}/withheld`,
  method: 'delete',
  summary: 'Deletes the sign-ups whose confirmation email was withheld',
  responses: { 204: { description: 'Deleted.' }, ...problems('unauthenticated', 'forbidden') },
});

export interface NewsletterSubscribersApiDeps {
  readonly database: Database;
  readonly newsletter: Newsletter;
  readonly clock: Clock;
  readonly site: CurrentSite;
}

/** Administration of newsletter subscribers. */
export function newsletterSubscribersApi(deps: NewsletterSubscribersApiDeps) {
  const { db } = deps.database;
  const { admin } = deps.newsletter;
  return apiRouter<AuthenticatedEnv>()
    .openapi(overview, async (context) => {
      const { timeZone } = deps.site();
      const withheld = await countDeferredConfirmations(db);
      const starts = lastWeeks(deps.clock(), timeZone, WEEKS);
      const growth = await listGrowth(db, { unit: 'week', starts, timeZone });
      const issue = await findOpenIssue(db);
      const body = {
        subscribers: await countSubscribers(db),
        growth: growth.map(({ start, ...step }) => ({ week: start, ...step })),
        confirmations: {
          per_hour: CONFIRMATIONS_PER_HOUR,
          withheld: withheld.total,
          last_withheld_at: isoOrNull(withheld.last),
        },
        issue: issue === null ? null : issueJson(issue),
        can_send: admin.canSend,
      };
      return context.json(body, 200);
    })
    .openapi(list, async (context) => {
      const { status, search, page } = context.req.valid('query');
      const found = await listSubscribers(db, { status, search, page });
      const rows = found.rows.map(({ createdAt, confirmedAt, unsubscribedAt, ...subscriber }) => ({
        ...subscriber,
        created_at: createdAt.toISOString(),
        confirmed_at: isoOrNull(confirmedAt),
        unsubscribed_at: isoOrNull(unsubscribedAt),
      }));
      return context.json({ subscribers: rows, ...pageJson(found) }, 200);
    })
    .openapi(change, async (context) => {
      const { id } = context.req.valid('param');
      await admin.blockSubscriber(context.var.user, { id, ...context.req.valid('json') });
      return context.body(null, 204);
    })
    .openapi(remove, async (context) => {
      await admin.deleteSubscriber(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(exportCsv, (context) => {
      const lines = admin.exportSubscribers(context.var.user);
      return context.body(textStream(lines), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="subscribers.csv"',
      });
    })
    .openapi(release, async (context) => {
      await admin.sendDeferredConfirmations(context.var.user);
      return context.body(null, 202);
    })
    .openapi(discard, async (context) => {
      await admin.discardDeferredConfirmations(context.var.user);
      return context.body(null, 204);
    });
}
