import { createRoute, z } from '@hono/zod-openapi';
import { newApiTokenFields } from '#domain/accounts/api-tokens/api-token.ts';
import { networkOf } from '#http/network.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { AccountsApiDeps } from './accounts.server.ts';
import { accountRoute, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { PASSWORD_ERRORS } from './openapi/password-errors.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { hasProof, MISSING_PROOF, proofFields } from './second-factor.server.ts';
import { ApiToken, tokenJson } from './token-json.ts';

const NewToken = z
  .strictObject({ ...newApiTokenFields, ...proofFields })
  .refine(hasProof, MISSING_PROOF)
  .openapi('NewApiToken', {
    description:
      'With the password or, if the account has a second factor, with both factors, as for a change of the second factor.',
  });

const list = createRoute({
  ...accountRoute,
  path: '/account/api-tokens',
  method: 'get',
  summary: 'Lists the API tokens of the signed-in account that are not revoked, the newest first',
  responses: {
    200: json(z.object({ tokens: z.array(ApiToken) }), 'At most 100 tokens.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const create = createRoute({
  ...accountRoute,
  path: '/account/api-tokens',
  method: 'post',
  summary: 'Creates an API token',
  description:
    'For accounts with a role. A request with the token may do what both its scopes and the present role of the account allow.',
  request: { body: jsonBody(NewToken) },
  responses: {
    201: json(
      ApiToken.extend({
        token: z.string().meta({ description: 'The token. It is not shown again.' }),
      }).openapi('CreatedApiToken'),
      'The new token.',
    ),
    ...problems(...PASSWORD_ERRORS),
  },
});

const revoke = createRoute({
  ...accountRoute,
  path: '/account/api-tokens/{id}',
  method: 'delete',
  summary: 'Revokes an API token, at once',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    204: { description: 'It is revoked.' },
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

/** The API tokens of the own account. */
export function apiTokensApi({ accounts, clock, trustProxy }: AccountsApiDeps & { readonly clock: Clock }) {
  const { tokens } = accounts;
  const router = apiRouter<SignedInEnv>();
  router.use('/account/*', requireSignIn(accounts));
  return router
    .openapi(list, async (context) => {
      const found = await tokens.list(context.var.user);
      return context.json({ tokens: found.map((token) => tokenJson(token, clock())) }, 200);
    })
    .openapi(create, async (context) => {
      const { name, scopes, expires_on, ...proof } = context.req.valid('json');
      const network = networkOf(context, trustProxy);
      const input = { name, scopes, expires_on };
      const { token, entry } = await tokens.create(context.var.user, input, { ...proof, network });
      return context.json({ ...tokenJson(entry, clock()), token }, 201);
    })
    .openapi(revoke, async (context) => {
      await tokens.revoke(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
