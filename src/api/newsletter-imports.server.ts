import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { IMPORTED_AS } from '#domain/newsletter/subscriber.ts';
import { COLUMN_MEANINGS } from '#domain/newsletter/subscribers/import/column-meanings.ts';
import { decodeList } from '#domain/newsletter/subscribers/import/decode-list.ts';
import { DATE_ORDERS } from '#domain/newsletter/subscribers/import/list-dates.ts';
import { OUTCOMES } from '#domain/newsletter/subscribers/import/subscriber-writer.server.ts';
import { textStream } from '#http/text-stream.server.ts';
import { type AuthenticatedEnv, NEWSROOM_ERRORS, newsroomRoute } from './middleware/authentication.server.ts';
import { importReport } from './openapi/import-report.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const PATH = '/newsroom/newsletter/imports' as const;

const request = {
  query: z.object({
    as: z.enum(IMPORTED_AS).meta({ description: 'The state of records without one of their own.' }),
    columns: z
      .string()
      .max(4_000)
      .transform((meanings) => meanings.split(','))
      .pipe(z.array(z.enum(['', ...COLUMN_MEANINGS])))
      .optional()
      .meta({
        type: 'string',
        description: `What each column means, in their order, separated by commas: ${COLUMN_MEANINGS.join(', ')}. An empty one, or none at all, stands for what the name of the column means.`,
      }),
    date_order: z.enum(DATE_ORDERS).optional().meta({
      description:
        'Which part comes first in dates such as 03/04/2024. By default as other dates of the list show.',
    }),
  }),
  body: { required: true, content: { 'text/csv': { schema: z.string() } } },
} as const;

const Report = importReport(
  'Existing subscribers, which are unchanged except for `ended`, and addresses of earlier records.',
)
  .extend({
    confirmed: z.int().meta({ description: 'Of `added`.' }),
    unconfirmed: z.int().meta({ description: 'Of `added`.' }),
    opted_out: z.int().meta({ description: 'Of `added`: unsubscribed, blocked or suspended.' }),
    ended: z.int().meta({
      description:
        'Of `known`: subscriptions that an earlier import has added, and whose owners have opted out according to this list.',
    }),
  })
  .openapi('NewsletterImport');

const Preview = Report.extend({
  problems: z.array(z.string()).meta({ description: 'What has to be said before the list can be imported.' }),
  has_names: z.boolean().meta({ description: 'Whether the first line has the names of the columns.' }),
  columns: z.array(
    z.object({
      name: z.string(),
      meaning: z.enum(COLUMN_MEANINGS),
      is_unclear: z.boolean().meta({ description: 'It may say who has unsubscribed.' }),
    }),
  ),
  date_order: z.enum(DATE_ORDERS).nullable().meta({ description: 'Null if somebody has to choose.' }),
  total: z.int(),
  rows: z
    .array(
      z.object({
        record: z.int(),
        values: z.array(z.string()),
        outcome: z.enum([...OUTCOMES, 'refused']),
      }),
    )
    .meta({ description: 'The first ten records.' }),
}).openapi('NewsletterImportPreview');

const errors = problems(...NEWSROOM_ERRORS, 'too_large', 'unprocessable');

const importCsv = createRoute({
  ...newsroomRoute,
  path: PATH,
  method: 'post',
  summary: 'Imports a list of addresses',
  description:
    'CSV in UTF-8, UTF-16 or Windows-1252, also with semicolons or tabs, with or without a line of names. Columns and states of common ' +
    'newsletter services are understood; readers who have opted out in any record are imported as `unsubscribed` or `blocked`. `confirmed` ' +
    'requires consent and a date. A column that may say who has unsubscribed, and an ambiguous date, must be explained (422). At most ' +
    '10 MB and 100,000 records.',
  request,
  responses: { 200: json(Report, 'The result of the import.'), ...errors },
});

const preview = createRoute({
  ...newsroomRoute,
  path: `${PATH}/preview`,
  method: 'post',
  summary: 'Returns what an import would do, and changes nothing',
  request,
  responses: { 200: json(Preview, 'Its columns, first records and counts.'), ...errors },
});

const refused = createRoute({
  ...newsroomRoute,
  path: `${PATH}/refused`,
  method: 'post',
  summary: 'Returns the records that an import refuses as CSV, with the reasons',
  request,
  responses: {
    200: {
      description: 'RFC 4180, UTF-8: `record`, `line`, `reason` and the columns of the list.',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...errors,
  },
});

/** Imports lists of subscribers, after a preview. */
export function newsletterImportsApi({ admin }: Newsletter) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(importCsv, async (context) => {
      const input = await readInput(context, context.req.valid('query'));
      const report = await admin.importSubscribers(context.var.user, input);
      return context.json({ ...report, errors: [...report.errors] }, 200);
    })
    .openapi(preview, async (context) => {
      const input = await readInput(context, context.req.valid('query'));
      const { hasNames, dateOrder, columns, ...found } = await admin.previewImport(context.var.user, input);
      const body = {
        ...found,
        errors: [...found.errors],
        problems: [...found.problems],
        rows: found.rows.map((row) => ({ ...row, values: [...row.values] })),
        has_names: hasNames,
        date_order: dateOrder,
        columns: columns.map(({ isUnclear, ...column }) => ({ ...column, is_unclear: isUnclear })),
      };
      return context.json(body, 200);
    })
    .openapi(refused, async (context) => {
      const input = await readInput(context, context.req.valid('query'));
      const lines = await admin.exportRefused(context.var.user, input);
      return context.body(textStream(lines), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="refused.csv"',
      });
    });
}

type Query = z.output<(typeof request)['query']>;

async function readInput({ req }: Context, { as, columns, date_order: dateOrder }: Query) {
  // The body of a request that is declared as JSON has been read already.
  const text = req.raw.bodyUsed ? await req.text() : decodeList(new Uint8Array(await req.arrayBuffer()));
  return { text, as, columns: columns?.map((meaning) => meaning || undefined), dateOrder };
}
