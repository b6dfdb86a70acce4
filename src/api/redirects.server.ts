import { createRoute, z } from '@hono/zod-openapi';
import {
  changeRedirect,
  createRedirect,
  deleteRedirect,
  type RedirectDeps,
} from '#domain/redirects/editing.server.ts';
import { listRedirects } from '#domain/redirects/listing.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { RedirectInput, RedirectJson, redirectJson } from './redirect-json.ts';

const collection = { ...newsroomRoute, path: '/newsroom/redirects' as const };
const item = { ...newsroomRoute, path: '/newsroom/redirects/{id}' as const };
const params = z.object({ id: z.uuid() });
const CONFLICTS =
  '409 for an address that the site itself uses, for one that has a redirect of this kind, and when readers would never ' +
  'arrive: `path` then has the addresses in their order.';

const list = createRoute({
  ...collection,
  method: 'get',
  summary: 'Lists redirects by address, 20 per page',
  request: {
    query: z.object({
      search: z
        .string()
        .trim()
        .max(200)
        .default('')
        .meta({ description: 'A part of the address or of its target.' }),
      page: PageNumber,
    }),
  },
  responses: {
    200: json(
      z.object({ redirects: z.array(RedirectJson), total: z.int(), ...pageFields }).openapi('RedirectPage'),
      'A page of redirects.',
    ),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const create = createRoute({
  ...collection,
  method: 'post',
  summary: 'Creates a redirect',
  description: `It answers with 301 where the site would answer 404, an exact one also instead of 410. With a query it applies to requests with these parameters, also where the site has a page. ${CONFLICTS}`,
  request: { body: jsonBody(RedirectInput) },
  responses: {
    201: json(RedirectJson, 'The redirect.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'unprocessable'),
  },
});

const change = createRoute({
  ...item,
  method: 'put',
  summary: 'Changes a redirect',
  description: CONFLICTS,
  request: { params, body: jsonBody(RedirectInput) },
  responses: {
    200: json(RedirectJson, 'The redirect.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'unprocessable'),
  },
});

const remove = createRoute({
  ...item,
  method: 'delete',
  summary: 'Deletes a redirect',
  description: '409 if other redirects would lead in a circle without it.',
  request: { params },
  responses: {
    204: { description: 'Deleted.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

/** Redirects from addresses without a page. */
export function redirectsApi(deps: RedirectDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listRedirects(deps.database.db, context.var.user, context.req.valid('query'));
      return context.json({ redirects: found.rows.map(redirectJson), ...pageJson(found) }, 200);
    })
    .openapi(create, async (context) => {
      const created = await createRedirect(deps, context.var.user, context.req.valid('json'));
      return context.json(redirectJson(created), 201);
    })
    .openapi(change, async (context) => {
      const { id } = context.req.valid('param');
      const input = context.req.valid('json');
      return context.json(redirectJson(await changeRedirect(deps, context.var.user, { id, input })), 200);
    })
    .openapi(remove, async (context) => {
      await deleteRedirect(deps, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
