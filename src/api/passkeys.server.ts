import { createRoute, z } from '@hono/zod-openapi';
import { Attestation, type Passkey as DomainPasskey } from '#domain/accounts/passkeys/passkey.ts';
import { PasskeyName } from '#domain/accounts/passkeys/passkey-name.ts';
import { networkOf } from '#http/network.server.ts';
import type { AccountsApiDeps } from './accounts.server.ts';
import { accountRoute, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { PASSWORD_ERRORS } from './openapi/password-errors.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { CreationOptions, RequestOptions } from './passkey-json.ts';
import { Proof, proofRoute } from './second-factor.server.ts';

const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().nullable().meta({ description: 'Null before the first use.' }),
  })
  .openapi('Passkey');

const NewPasskey = Passkey.extend({
  recovery_codes: z.array(z.string()).optional().meta({
    description: 'Only for the first second factor of the account: ten codes, which are not shown again.',
  }),
}).openapi('NewPasskey');

const list = createRoute({
  ...accountRoute,
  path: '/account/passkeys',
  method: 'get',
  summary: 'Lists the passkeys of the signed-in account, the oldest first',
  responses: {
    200: json(z.object({ passkeys: z.array(Passkey) }), 'At most ten passkeys.'),
    ...problems('unauthenticated'),
  },
});

const begin = createRoute({
  ...proofRoute,
  path: '/account/passkeys/options',
  summary: 'Starts adding a passkey',
  description: 'With the password, or with both factors if the account has a second factor.',
  responses: {
    200: json(CreationOptions, 'Options of `navigator.credentials.create()`, valid for five minutes.'),
    ...problems(...PASSWORD_ERRORS),
  },
});

const beginProof = createRoute({
  ...accountRoute,
  path: '/account/passkeys/proof',
  method: 'post',
  summary: 'Returns options for a passkey that proves both factors',
  description:
    'The response of the authenticator is the member `passkey` of the request that needs both factors.',
  responses: {
    200: json(RequestOptions, 'Options of `navigator.credentials.get()`, valid for five minutes.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const add = createRoute({
  ...accountRoute,
  path: '/account/passkeys',
  method: 'post',
  summary: 'Adds the passkey that an authenticator has created',
  description: 'The first second factor of an account ends all other sessions.',
  request: {
    body: jsonBody(z.strictObject({ name: PasskeyName, passkey: Attestation.openapi('Attestation') })),
  },
  responses: {
    201: json(NewPasskey, 'The new passkey.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'conflict', 'unprocessable', 'too_many'),
  },
});

const rename = createRoute({
  ...accountRoute,
  path: '/account/passkeys/{id}',
  method: 'patch',
  summary: 'Renames a passkey',
  request: { params: z.object({ id: z.uuid() }), body: jsonBody(z.strictObject({ name: PasskeyName })) },
  responses: {
    200: json(Passkey, 'The passkey.'),
    ...problems('invalid', 'unauthenticated', 'not_found', 'unprocessable'),
  },
});

const remove = createRoute({
  ...accountRoute,
  path: '/account/passkeys/{id}/removal',
  method: 'post',
  summary: 'Removes a passkey, unless it is the last second factor and the role requires one',
  request: { params: z.object({ id: z.uuid() }), body: jsonBody(Proof) },
  responses: {
    204: { description: 'It is removed.' },
    ...problems(
      'invalid',
      'unauthenticated',
      'forbidden',
      'not_found',
      'unprocessable',
      'too_many',
      'unavailable',
    ),
  },
});

export function passkeysApi({ accounts, trustProxy }: AccountsApiDeps) {
  const { passkeys } = accounts;
  const router = apiRouter<SignedInEnv>();
  router.use('/account/*', requireSignIn(accounts));
  return router
    .openapi(list, async (context) => {
      const found = await passkeys.list(context.var.user);
      return context.json({ passkeys: found.map(passkeyJson) }, 200);
    })
    .openapi(begin, async (context) => {
      const proof = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      return context.json(await passkeys.begin(context.var.user, proof), 200);
    })
    .openapi(beginProof, async (context) => context.json(await passkeys.beginProof(context.var.user), 200))
    .openapi(add, async (context) => {
      const { name, passkey: attestation } = context.req.valid('json');
      const input = { name, attestation, network: networkOf(context, trustProxy) };
      const { passkey, recoveryCodes } = await passkeys.add(context.var.user, input);
      const codes = recoveryCodes === null ? {} : { recovery_codes: [...recoveryCodes] };
      return context.json({ ...passkeyJson(passkey), ...codes }, 201);
    })
    .openapi(rename, async (context) => {
      const { id } = context.req.valid('param');
      const renamed = await passkeys.rename(context.var.user, id, context.req.valid('json').name);
      return context.json(passkeyJson(renamed), 200);
    })
    .openapi(remove, async (context) => {
      const proof = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      await passkeys.remove(context.var.user, context.req.valid('param').id, proof);
      return context.body(null, 204);
    });
}

function passkeyJson({ id, name, createdAt, usedAt }: DomainPasskey): z.infer<typeof Passkey> {
  return { id, name, created_at: createdAt.toISOString(), used_at: usedAt?.toISOString() ?? null };
}
