import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { Credentials, type Session as DomainSession } from '#domain/accounts/account.ts';
import { Assertion } from '#domain/accounts/passkeys/passkey.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import { networkOf } from '#http/network.server.ts';
import type { AccountsApiDeps } from './accounts.server.ts';
import { bearerAuth, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { idempotencyKey } from './openapi/idempotency-key.ts';
import { json, jsonBody } from './openapi/json.ts';
import { CreationOptions, RequestOptions } from './passkey-json.ts';
import { Enrolment } from './second-factor.server.ts';
import { User } from './user-json.ts';
import { PASSWORD_ERRORS } from './openapi/password-errors.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Session = z
  .object({
    access_token: z.string().meta({ description: 'For the `Authorization` header of later requests.' }),
    refresh_token: z.string().meta({ description: 'Valid for one use; the response has the next one.' }),
    expires_at: z.int().meta({ description: 'When the access token expires, in seconds since 1970.' }),
    expires_in: z.int().meta({ description: 'Seconds until the access token expires.' }),
    token_type: z.literal('bearer'),
    user: User,
    provider_token: z.null().meta({ description: 'Always null: there is no external identity provider.' }),
  })
  .openapi('Session');

const NewSession = Session.extend({
  recovery_codes: z.array(z.string()).optional().meta({
    description: 'Only if this sign-in has set up the second factor: ten codes, which are not shown again.',
  }),
}).openapi('NewSession');

const RefreshKey = idempotencyKey(
  'Any unique text, and unguessable. A repeated request with the same key and the previous token gets the same session, until that is refreshed.',
);

const RefreshToken = z.strictObject({ refresh_token: z.string().max(512) });

const PasswordOnly = Credentials.omit({ code: true, passkey: true, new_passkey: true });

const openSession = createRoute({
  method: 'post',
  path: '/sessions',
  tags: ['Sessions'],
  summary: 'Signs in',
  description:
    'An account with a second factor also needs `code`, one of its authenticator app or a recovery code, or `passkey`. Without it the response is 401 with `second_factor`: `code_required` with `has_app` and `has_passkey`, or `enrolment_required` if the role requires a second factor that the account does not have: then the first `code` of an app or `new_passkey` sets it up. Before that there is no session.',
  request: { body: jsonBody(Credentials) },
  responses: {
    200: json(NewSession, 'The new session.'),
    ...problems(...PASSWORD_ERRORS),
  },
});

const enrol = createRoute({
  method: 'post',
  path: '/sessions/second-factor',
  tags: ['Sessions'],
  summary: 'Starts setting up the second factor that the role requires, before there is a session',
  description: 'Signing in with the first `code` of the app then enables it.',
  request: { body: jsonBody(PasswordOnly) },
  responses: {
    200: json(Enrolment, 'The secret for the app.'),
    ...problems(...PASSWORD_ERRORS),
  },
});

const enrolPasskey = createRoute({
  method: 'post',
  path: '/sessions/second-factor/passkey',
  tags: ['Sessions'],
  summary:
    'Starts setting up a passkey as the second factor that the role requires, before there is a session',
  description:
    'Signing in with the response of the authenticator, `new_passkey` with `name` and `attestation`, then enables it.',
  request: { body: jsonBody(PasswordOnly) },
  responses: {
    200: json(CreationOptions, 'Options of `navigator.credentials.create()`, valid for five minutes.'),
    ...problems(...PASSWORD_ERRORS),
  },
});

const beginPasskey = createRoute({
  method: 'post',
  path: '/sessions/passkey/options',
  tags: ['Sessions'],
  summary: 'Returns options for signing in with a passkey',
  description:
    'Without members for a passkey alone, which any account can have. With `email` and `password` for the second step: the response of the authenticator is then the member `passkey` of `POST /sessions`, in place of `code`.',
  request: { body: jsonBody(PasswordOnly.partial()) },
  responses: {
    200: json(RequestOptions, 'Options of `navigator.credentials.get()`, valid for five minutes.'),
    ...problems(...PASSWORD_ERRORS),
  },
});

const signInWithPasskey = createRoute({
  method: 'post',
  path: '/sessions/passkey',
  tags: ['Sessions'],
  summary: 'Signs in with a passkey alone, which is both factors',
  request: { body: jsonBody(z.strictObject({ passkey: Assertion })) },
  responses: {
    200: json(Session, 'The new session.'),
    ...problems('invalid', 'forbidden', 'unprocessable', 'too_many'),
  },
});

const refreshSession = createRoute({
  method: 'post',
  path: '/sessions/refresh',
  tags: ['Sessions'],
  summary: 'Exchanges a refresh token for new tokens; reuse of an old one ends the session',
  request: { headers: RefreshKey, body: jsonBody(RefreshToken) },
  responses: {
    200: json(Session, 'The session with its new tokens.'),
    ...problems('invalid', 'unauthenticated', 'unprocessable', 'too_many'),
  },
});

const closeSession = createRoute({
  ...bearerAuth,
  method: 'delete',
  path: '/sessions/current',
  tags: ['Sessions'],
  summary: 'Signs out',
  responses: { 204: { description: 'The session has ended.' }, ...problems('unauthenticated') },
});

const readKeys = createRoute({
  method: 'get',
  path: '/jwks.json',
  tags: ['Sessions'],
  summary: 'Returns the public keys that verify access tokens',
  responses: {
    200: json(z.object({ keys: z.array(z.record(z.string(), z.unknown())) }), 'A JSON Web Key Set.'),
  },
});

export function sessionsApi({ accounts, trustProxy }: AccountsApiDeps) {
  const router = apiRouter<SignedInEnv>();
  router.use('/sessions/current', requireSignIn(accounts));
  return router
    .openapi(openSession, async (context) => {
      const session = await accounts.signIn(context.req.valid('json'), clientOf(context, trustProxy));
      const { recoveryCodes } = session;
      const codes = recoveryCodes === null ? {} : { recovery_codes: [...recoveryCodes] };
      return context.json({ ...sessionJson(session), ...codes }, 200);
    })
    .openapi(enrol, async (context) => {
      const network = networkOf(context, trustProxy);
      return context.json(await accounts.beginRequiredEnrolment(context.req.valid('json'), network), 200);
    })
    .openapi(enrolPasskey, async (context) => {
      const network = networkOf(context, trustProxy);
      return context.json(await accounts.beginRequiredPasskey(context.req.valid('json'), network), 200);
    })
    .openapi(beginPasskey, async (context) => {
      const { email, password } = context.req.valid('json');
      const credentials = email === undefined || password === undefined ? null : { email, password };
      const network = networkOf(context, trustProxy);
      return context.json(await accounts.beginPasskeySignIn(credentials, network), 200);
    })
    .openapi(signInWithPasskey, async (context) => {
      const { passkey } = context.req.valid('json');
      const session = await accounts.signInWithPasskey(passkey, clientOf(context, trustProxy));
      return context.json(sessionJson(session), 200);
    })
    .openapi(refreshSession, async (context) => {
      const { refresh_token: token } = context.req.valid('json');
      const key = context.req.valid('header')['idempotency-key'] ?? null;
      return context.json(sessionJson(await accounts.refresh(token, key)), 200);
    })
    .openapi(closeSession, async (context) => {
      await accounts.signOut(context.var.user.sessionId);
      return context.body(null, 204);
    })
    .openapi(readKeys, async (context) => context.json({ keys: [...(await accounts.publicKeys())] }, 200));
}

const clientOf = (context: Context, trustProxy: AccountsApiDeps['trustProxy']) => ({
  network: networkOf(context, trustProxy),
  device: deviceName(context.req.header('user-agent')),
});

function sessionJson({
  accessToken,
  refreshToken,
  expiresAt,
  expiresIn,
  user,
}: DomainSession): z.infer<typeof Session> {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt,
    expires_in: expiresIn,
    token_type: 'bearer',
    user: { id: user.id, name: user.name, email: user.email, email_verified: user.emailVerified },
    provider_token: null,
  };
}
