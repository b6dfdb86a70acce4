import { createRoute, z } from '@hono/zod-openapi';
import { Credentials, type Session as DomainSession } from '#domain/accounts/account.ts';
import { networkOf } from '#http/network.server.ts';
import type { AccountsApiParts } from './accounts.server.ts';
import { bearer, requireSignIn, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { Person } from './frame/person.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const Session = z
  .object({
    access_token: z.string().meta({ description: 'For the Authorization header of what follows.' }),
    refresh_token: z.string().meta({ description: 'Good for one use: its answer holds the next one.' }),
    expires_at: z.int().meta({ description: 'When the access token ends, in seconds since 1970.' }),
    expires_in: z.int().meta({ description: 'Seconds until then.' }),
    token_type: z.literal('bearer'),
    user: Person,
    provider_token: z.null().meta({ description: 'No other service takes part in signing in.' }),
  })
  .openapi('Session');

const RefreshToken = z.strictObject({ refresh_token: z.string().max(512) });

const openSession = createRoute({
  method: 'post',
  path: '/sessions',
  tags: ['Sessions'],
  summary: 'Signs in',
  request: { body: jsonBody(Credentials) },
  responses: {
    200: json(Session, 'The new session.'),
    ...problems('invalid', 'unauthenticated', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const refreshSession = createRoute({
  method: 'post',
  path: '/sessions/refresh',
  tags: ['Sessions'],
  summary: 'Exchanges a refresh token for fresh tokens; using an old one again ends the session',
  request: { body: jsonBody(RefreshToken) },
  responses: {
    200: json(Session, 'The session with its new tokens.'),
    ...problems('invalid', 'unauthenticated', 'unprocessable', 'too_many'),
  },
});

const closeSession = createRoute({
  ...bearer,
  method: 'delete',
  path: '/sessions/current',
  tags: ['Sessions'],
  summary: 'Signs out',
  responses: { 204: { description: 'The session is over.' }, ...problems('unauthenticated') },
});

const readKeys = createRoute({
  method: 'get',
  path: '/jwks.json',
  tags: ['Sessions'],
  summary: 'The public keys of the access tokens',
  responses: {
    200: json(z.object({ keys: z.array(z.record(z.string(), z.unknown())) }), 'A JSON Web Key Set.'),
  },
});

export function sessionsApi({ accounts, trustProxy }: AccountsApiParts) {
  const router = apiRouter<SignedInEnv>();
  router.use('/sessions/current', requireSignIn(accounts));
  return router
    .openapi(openSession, async (context) => {
      const session = await accounts.signIn(context.req.valid('json'), networkOf(context, trustProxy));
      return context.json(shown(session), 200);
    })
    .openapi(refreshSession, async (context) =>
      context.json(shown(await accounts.refresh(context.req.valid('json').refresh_token)), 200),
    )
    .openapi(closeSession, async (context) => {
      await accounts.signOut(context.var.signedIn.sessionId);
      return context.body(null, 204);
    })
    .openapi(readKeys, async (context) => context.json({ keys: [...(await accounts.publicKeys())] }, 200));
}

function shown({
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
