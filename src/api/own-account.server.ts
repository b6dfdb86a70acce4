import { createRoute, z } from '@hono/zod-openapi';
import {
  EmailChangeToken,
  NameChange,
  PasswordChange,
} from '#domain/accounts/own-account/own-account-input.ts';
import { EmailAddress } from '#domain/accounts/account.ts';
import type { OwnSession } from '#domain/accounts/own-account/own-sessions.server.ts';
import { networkOf } from '#http/network.server.ts';
import { type AccountsApiDeps, openAccountRoute } from './accounts.server.ts';
import { accountRoute, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { hasProof, MISSING_PROOF, proofFields } from './second-factor.server.ts';

const changeName = createRoute({
  ...accountRoute,
  method: 'patch',
  path: '/account',
  summary: 'Changes the name of the signed-in account',
  request: { body: jsonBody(NameChange) },
  responses: {
    204: { description: 'The name is changed.' },
    ...problems('invalid', 'unauthenticated', 'unprocessable'),
  },
});

const changePassword = createRoute({
  ...accountRoute,
  method: 'put',
  path: '/account/password',
  summary: 'Changes the password, and ends all other sessions and all links of the account',
  request: { body: jsonBody(PasswordChange) },
  responses: {
    204: { description: 'The password is changed.' },
    ...problems('invalid', 'unauthenticated', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const EmailChange = z
  .strictObject({ email: EmailAddress, ...proofFields })
  .refine(hasProof, MISSING_PROOF)
  .openapi('EmailChange', {
    description:
      'With the password or, if the account has a second factor, with both factors, as for a change of the second factor.',
  });

const REQUESTED = 'We sent a link to the new address. The change takes effect when it is opened.';

const requestEmailChange = createRoute({
  ...accountRoute,
  method: 'post',
  path: '/account/email-changes',
  summary: 'Sends a link to a new address, and a notice to the present one',
  description: 'The response is the same for an address that another account has.',
  request: { body: jsonBody(EmailChange) },
  responses: {
    202: json(z.object({ message: z.literal(REQUESTED) }), 'A message to show to the user.'),
    ...problems('invalid', 'unauthenticated', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const confirmEmailChange = createRoute({
  ...openAccountRoute,
  path: '/email-changes/confirmation',
  summary: 'Changes the address of an account with the token of the link to the new address',
  description:
    'Needs no session. Every other link of the account becomes invalid, and all sessions end but the one that requested the change.',
  request: { body: jsonBody(EmailChangeToken) },
  responses: {
    204: { description: 'The address is changed.' },
    ...problems('invalid', 'conflict', 'gone', 'unprocessable', 'too_many'),
  },
});

const SessionEntry = z
  .object({
    id: z.uuid(),
    device: z.string().nullable().meta({ description: 'Browser and operating system.' }),
    created_at: z.iso.datetime(),
    used_at: z.iso
      .datetime()
      .meta({ description: 'The last refresh, at most ten minutes before the last use.' }),
    is_current: z.boolean().meta({ description: 'Whether this request belongs to it.' }),
  })
  .openapi('SessionEntry');

const listSessions = createRoute({
  ...accountRoute,
  method: 'get',
  path: '/account/sessions',
  summary: 'Lists the sessions of the signed-in account, at most 100, the last used one first',
  responses: {
    200: json(z.object({ sessions: z.array(SessionEntry) }), 'The sessions.'),
    ...problems('unauthenticated'),
  },
});

const endOtherSessions = createRoute({
  ...accountRoute,
  method: 'delete',
  path: '/account/sessions',
  summary: 'Ends all sessions of the account except the one of this request',
  responses: { 204: { description: 'They have ended.' }, ...problems('unauthenticated') },
});

const endSession = createRoute({
  ...accountRoute,
  method: 'delete',
  path: '/account/sessions/{id}',
  summary: 'Ends one session of the account',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    204: { description: 'It has ended.' },
    ...problems('invalid', 'unauthenticated', 'not_found'),
  },
});

export function ownAccountApi({ accounts, trustProxy }: AccountsApiDeps) {
  const { own } = accounts;
  const router = apiRouter<SignedInEnv>();
  router.use('/account', requireSignIn(accounts));
  router.use('/account/*', requireSignIn(accounts));
  return router
    .openapi(changeName, async (context) => {
      await own.changeName(context.var.user, context.req.valid('json'));
      return context.body(null, 204);
    })
    .openapi(changePassword, async (context) => {
      await own.changePassword(context.var.user, context.req.valid('json'));
      return context.body(null, 204);
    })
    .openapi(requestEmailChange, async (context) => {
      const input = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      await own.requestEmailChange(context.var.user, input);
      return context.json({ message: REQUESTED } as const, 202);
    })
    .openapi(confirmEmailChange, async (context) => {
      await own.confirmEmailChange(context.req.valid('json').token, networkOf(context, trustProxy));
      return context.body(null, 204);
    })
    .openapi(listSessions, async (context) =>
      context.json({ sessions: (await own.sessions(context.var.user)).map(sessionJson) }, 200),
    )
    .openapi(endOtherSessions, async (context) => {
      await own.endOtherSessions(context.var.user);
      return context.body(null, 204);
    })
    .openapi(endSession, async (context) => {
      await own.endSession(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}

function sessionJson({ id, device, createdAt, usedAt, isCurrent }: OwnSession): z.infer<typeof SessionEntry> {
  return {
    id,
    device,
    created_at: createdAt.toISOString(),
    used_at: usedAt.toISOString(),
    is_current: isCurrent,
  };
}
