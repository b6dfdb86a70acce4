import { createRoute, z } from '@hono/zod-openapi';
import type { RedirectDeps } from '#domain/redirects/editing.server.ts';
import { importRedirects } from '#domain/redirects/importing.server.ts';
import { exportRedirects } from '#domain/redirects/listing.server.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { importReport } from './openapi/import-report.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Report = importReport('Addresses that have a redirect of this kind, which is unchanged.').openapi(
  'RedirectImport',
);

const exportCsv = createRoute({
  ...newsroomRoute,
  path: '/newsroom/redirects/redirects.csv',
  method: 'get',
  summary: 'Exports all redirects as CSV',
  responses: {
    200: {
      description: 'RFC 4180, UTF-8, with the columns `from`, `to` and `kind`.',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems('unauthenticated', 'forbidden'),
  },
});

const importCsv = createRoute({
  ...newsroomRoute,
  path: '/newsroom/redirects/imports',
  method: 'post',
  summary: 'Imports a list of redirects',
  description:
    'CSV, also with semicolons or tabs, with a header line: `from`, `to` and, optionally, `kind`. At most 2 MB and 5,000 ' +
    'records. Records that could not be created are left out and reported.',
  request: { body: { required: true, content: { 'text/csv': { schema: z.string() } } } },
  responses: {
    200: json(Report, 'The result of the import.'),
    ...problems('unauthenticated', 'forbidden', 'conflict', 'too_large', 'unprocessable'),
  },
});

/** Import and export of redirects. */
export function redirectTransferApi(deps: RedirectDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(exportCsv, async (context) =>
      context.body(await exportRedirects(deps.database, context.var.user), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="redirects.csv"',
      }),
    )
    .openapi(importCsv, async (context) => {
      // Not as a stream: the body of a request that is declared as JSON has been read already.
      const report = await importRedirects(deps, context.var.user, await context.req.text());
      return context.json({ ...report, errors: [...report.errors] }, 200);
    });
}
