import { createRoute, z } from '@hono/zod-openapi';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { findOpenIssue } from '#domain/newsletter/newsroom-issues.server.ts';
import { CONFIRMATIONS_PER_HOUR, IMPORTED_AS, SUBSCRIBER_STATES } from '#domain/newsletter/subscriber.ts';
import {
  countSubscribers,
  countWithheld,
  listGrowth,
  listSubscribers,
} from '#domain/newsletter/subscribers/listing.server.ts';
import type { Site } from '#domain/site/site.ts';
import { textStream } from '#http/text-stream.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';
import { at, Issue, issueJson } from './newsletter-json.ts';

const PATH = '/newsroom/newsletter' as const;
const WEEKS = 26;
const moment = z.iso.datetime();
const params = z.object({ id: z.uuid() });
const Status = z.enum(SUBSCRIBER_STATES);
const refusals = problems('invalid', 'unauthenticated', 'forbidden', 'not_found');

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
        week: z.iso.date().meta({ description: 'Its Monday, in the time zone of the site.' }),
        joined: z.int(),
        left: z.int(),
        total: z.int().meta({ description: 'At its end.' }),
      }),
    ),
    confirmations: z
      .object({
        per_hour: z.int(),
        withheld: z.int().meta({ description: 'Sign-ups that were more than an hour may have.' }),
        last_withheld_at: moment.nullable(),
      })
      .meta({
        description: 'A notice is due while `withheld` is not 0: somebody may be entering foreign addresses.',
      }),
    issue: Issue.nullable().meta({ description: 'What is worked on or on its way.' }),
    can_send: z.boolean().meta({ description: 'False when mails go through EmailJS.' }),
  })
  .openapi('NewsletterOverview');

const overview = createRoute({
  ...newsroom,
  path: PATH,
  method: 'get',
  summary: 'The newsletter at a glance: subscribers, growth by the week, the present issue',
  responses: { 200: json(Overview, 'How it stands.'), ...problems('unauthenticated', 'forbidden') },
});

const Subscriber = z
  .object({
    id: z.uuid(),
    email: z.string(),
    status: Status,
    source: z.enum(['form', 'import']),
    created_at: moment,
    confirmed_at: moment.nullable(),
    unsubscribed_at: moment.nullable(),
  })
  .openapi('NewsletterSubscriber');

const list = createRoute({
  ...newsroom,
  path: `${PATH}/subscribers`,
  method: 'get',
  summary: 'Lists subscribers, the latest first, 20 a page',
  request: {
    query: z.object({
      status: Status.optional(),
      search: z.string().trim().max(254).default('').meta({ description: 'Part of an address.' }),
      page: PageNumber,
    }),
  },
  responses: {
    200: json(
      z
        .object({ subscribers: z.array(Subscriber), total: z.int(), ...pageCounts })
        .openapi('NewsletterSubscriberPage'),
      'A page of them.',
    ),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

const change = createRoute({
  ...newsroom,
  path: `${PATH}/subscribers/{id}`,
  method: 'patch',
  summary: 'Blocks an address, so that it is never mailed whoever enters it, or lets it ask again',
  request: { params, body: jsonBody(z.strictObject({ blocked: z.boolean() })) },
  responses: { 204: { description: 'So be it.' }, ...refusals, ...problems('unprocessable') },
});

const remove = createRoute({
  ...newsroom,
  path: `${PATH}/subscribers/{id}`,
  method: 'delete',
  summary: 'Deletes everything that is kept about a subscriber',
  request: { params },
  responses: { 204: { description: 'Nothing is left.' }, ...refusals },
});

const exportCsv = createRoute({
  ...newsroom,
  path: `${PATH}/subscribers.csv`,
  method: 'get',
  summary: 'Every subscriber with the record of their consent, as CSV',
  responses: {
    200: {
      description: 'RFC 4180, UTF-8. A value that begins like a formula has an apostrophe in front.',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems('unauthenticated', 'forbidden'),
  },
});

const Report = z
  .object({
    added: z.int(),
    known: z.int().meta({ description: 'They were here and stay as they were.' }),
    refused: z.int(),
    complaints: z.array(z.object({ record: z.int(), reason: z.string() })),
  })
  .openapi('NewsletterImport');

const importCsv = createRoute({
  ...newsroom,
  path: `${PATH}/imports`,
  method: 'post',
  summary: 'Brings in a list of addresses',
  description:
    'CSV whose first line names the columns: `email`, and `status`, `consent`, `subscribed_at`, `confirmed_at`, ' +
    '`unsubscribed_at` if there are. `confirmed` is taken only with consent and date. At most 10 MB and 100,000 records.',
  request: {
    query: z.object({ as: z.enum(IMPORTED_AS) }),
    body: { required: true, content: { 'text/csv': { schema: z.string() } } },
  },
  responses: {
    200: json(Report, 'What became of them.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'too_large', 'unprocessable'),
  },
});

const release = createRoute({
  ...newsroom,
  path: `${PATH}/withheld/release`,
  method: 'post',
  summary: 'Sends the confirmation mails that were held back, as many an hour as there may be',
  responses: { 202: { description: 'They go.' }, ...problems('unauthenticated', 'forbidden') },
});

const discard = createRoute({
  ...newsroom,
  path: `${PATH}/withheld`,
  method: 'delete',
  summary: 'Forgets the sign-ups whose confirmation mail was held back',
  responses: { 204: { description: 'They are gone.' }, ...problems('unauthenticated', 'forbidden') },
});

export interface NewsletterSubscribersParts {
  readonly database: Database;
  readonly newsletter: Newsletter;
  readonly clock: Clock;
  readonly site: Pick<Site, 'timeZone'>;
}

/** Who gets the newsletter, for the newsroom. */
export function newsletterSubscribersApi(parts: NewsletterSubscribersParts) {
  const { db } = parts.database;
  const { desk } = parts.newsletter;
  return apiRouter<SignedInEnv>()
    .openapi(overview, async (context) => {
      const { timeZone } = parts.site;
      const withheld = await countWithheld(db);
      const issue = await findOpenIssue(db);
      const body = {
        subscribers: await countSubscribers(db),
        growth: await listGrowth(db, { now: parts.clock(), timeZone, weeks: WEEKS }),
        confirmations: {
          per_hour: CONFIRMATIONS_PER_HOUR,
          withheld: withheld.total,
          last_withheld_at: at(withheld.last),
        },
        issue: issue === null ? null : issueJson(issue),
        can_send: desk.canSend,
      };
      return context.json(body, 200);
    })
    .openapi(list, async (context) => {
      const { status, search, page } = context.req.valid('query');
      const found = await listSubscribers(db, { status, search, page });
      const rows = found.subscribers.map(({ createdAt, confirmedAt, unsubscribedAt, ...subscriber }) => ({
        ...subscriber,
        created_at: createdAt.toISOString(),
        confirmed_at: at(confirmedAt),
        unsubscribed_at: at(unsubscribedAt),
      }));
      const body = { subscribers: rows, total: found.total, page: found.page, page_count: found.pageCount };
      return context.json(body, 200);
    })
    .openapi(change, async (context) => {
      const { id } = context.req.valid('param');
      await desk.blockSubscriber(context.var.signedIn, { id, ...context.req.valid('json') });
      return context.body(null, 204);
    })
    .openapi(remove, async (context) => {
      await desk.deleteSubscriber(context.var.signedIn, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(exportCsv, (context) => {
      const lines = desk.exportSubscribers(context.var.signedIn);
      return context.body(textStream(lines), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="subscribers.csv"',
      });
    })
    .openapi(importCsv, async (context) => {
      const { body } = context.req.raw;
      const text = (body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream());
      const { as } = context.req.valid('query');
      const report = await desk.importSubscribers(context.var.signedIn, { text, as });
      return context.json({ ...report, complaints: [...report.complaints] }, 200);
    })
    .openapi(release, async (context) => {
      await desk.releaseWithheld(context.var.signedIn);
      return context.body(null, 202);
    })
    .openapi(discard, async (context) => {
      await desk.discardWithheld(context.var.signedIn);
      return context.body(null, 204);
    });
}
