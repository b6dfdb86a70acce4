import { createRoute, z } from '@hono/zod-openapi';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import type { Clock } from '#platform/clock.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { ApiToken, tokenJson } from './token-json.ts';

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/people/{id}/api-tokens',
  method: 'get',
  summary: 'Lists the API tokens of a person that are not revoked, the newest first',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    200: json(z.object({ tokens: z.array(ApiToken) }), 'At most 100 tokens.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const revoke = createRoute({
  ...newsroomRoute,
  path: '/newsroom/people/{id}/api-tokens/{token}',
  method: 'delete',
  summary: 'Revokes an API token of a person, at once',
  request: {
    params: z.object({ id: z.uuid(), token: z.uuid().meta({ description: 'The ID of the token.' }) }),
  },
  responses: {
    204: { description: 'It is revoked.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

interface PeoplesTokensApiDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** The API tokens of other people, for administrators. */
export function peoplesTokensApi({ accounts: { peoplesTokens }, clock }: PeoplesTokensApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await peoplesTokens.list(context.var.user, context.req.valid('param').id);
      return context.json({ tokens: found.map((token) => tokenJson(token, clock())) }, 200);
    })
    .openapi(revoke, async (context) => {
      const { id, token } = context.req.valid('param');
      await peoplesTokens.revoke(context.var.user, id, token);
      return context.body(null, 204);
    });
}
