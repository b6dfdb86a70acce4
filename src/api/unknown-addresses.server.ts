import { createRoute, z } from '@hono/zod-openapi';
import type { RedirectRules } from '#domain/redirects/redirect-rules.ts';
import type { UnknownAddressCounter } from '#domain/redirects/unknown-addresses/counting.server.ts';
import {
  ignoreAddress,
  listIgnoredAddresses,
  listUnknownAddresses,
} from '#domain/redirects/unknown-addresses/report.server.ts';
import { UNKNOWN_PATH_MAX_LENGTH } from '#domain/redirects/unknown-addresses/unknown-address.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Report = z
  .object({
    addresses: z.array(
      z.object({
        path: z.string(),
        requests: z.int().meta({ description: 'In the last 30 days; may be too low for a rare address.' }),
        last_day: z.iso.date().meta({ description: 'In UTC.' }),
      }),
    ),
    ignored: z.array(z.string()),
  })
  .openapi('UnknownAddresses');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/redirects/unknown-addresses',
  method: 'get',
  summary:
    'Lists the addresses without a page that were requested most often, at most 100, and the ignored ones',
  responses: {
    200: json(Report, 'Paths and counts. Nothing is stored about who requested them.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const ignore = createRoute({
  ...newsroomRoute,
  path: '/newsroom/redirects/ignored-addresses',
  method: 'post',
  summary: 'Hides an address from the list of unknown addresses, or counts it again',
  request: {
    body: jsonBody(z.strictObject({ path: z.string().max(UNKNOWN_PATH_MAX_LENGTH), ignored: z.boolean() })),
  },
  responses: {
    204: { description: 'Done.' },
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'unprocessable'),
  },
});

export interface UnknownAddressesApiDeps {
  readonly database: Database;
  /** The redirects in effect. */
  readonly rules: () => Promise<RedirectRules>;
  readonly counter: Pick<UnknownAddressCounter, 'flush'>;
}

/** The report of unknown addresses. */
export function unknownAddressesApi({ database, rules, counter }: UnknownAddressesApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { user } = context.var;
      await counter.flush();
      const found = await listUnknownAddresses(database.db, user, await rules());
      const addresses = found.map(({ lastDay, ...address }) => ({ ...address, last_day: lastDay }));
      return context.json({ addresses, ignored: await listIgnoredAddresses(database.db, user) }, 200);
    })
    .openapi(ignore, async (context) => {
      const { path, ignored } = context.req.valid('json');
      // What is counted until now is deleted with the rest.
      await counter.flush();
      await ignoreAddress(database, context.var.user, { path, isIgnored: ignored });
      return context.body(null, 204);
    });
}
