import { createRoute, z } from '@hono/zod-openapi';
import {
  EmailAddress,
  EmailVerificationInput,
  LinkTokenInput,
  SignUpInput,
} from '#domain/accounts/account.ts';
import { ROLES } from '#domain/accounts/permissions.ts';
import { findAuthorOfAccount } from '#domain/articles/authors/newsroom-authors.server.ts';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import type { Database } from '#platform/db/database.ts';
import { networkOf } from '#http/network.server.ts';
import { accountRoute, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { User } from './user-json.ts';

const CREATED = 'Account created! Please check if you have admin access.';

/** A change of an account without a session. */
export const openAccountRoute = { method: 'post' as const, tags: ['Accounts'] };

const createAccount = createRoute({
  ...openAccountRoute,
  path: '/accounts',
  summary: 'Creates an account without any role; the response is the same if the address already has one',
  description: 'Rejected (403) while the setting `account_sign_up_open` is false.',
  request: { body: jsonBody(SignUpInput) },
  responses: {
    201: json(z.object({ message: z.literal(CREATED) }), 'A message to show to the user.'),
    ...problems('invalid', 'forbidden', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const confirmAddress = createRoute({
  ...openAccountRoute,
  path: '/email-verifications',
  summary: 'Confirms an address with the token of the email sent to it and sets the password of the account',
  description:
    'Ends every session and every other link of the account. If the password is rejected, the token stays valid.',
  request: { body: jsonBody(EmailVerificationInput) },
  responses: {
    204: { description: 'The address is confirmed and the password is set.' },
    ...problems('invalid', 'gone', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const findVerification = createRoute({
  ...openAccountRoute,
  path: '/email-verifications/lookup',
  summary: 'Returns the account whose address a token confirms; changes nothing',
  request: { body: jsonBody(LinkTokenInput) },
  responses: {
    200: json(z.object({ name: z.string(), email: EmailAddress }), 'The account.'),
    ...problems('invalid', 'gone', 'unprocessable', 'too_many'),
  },
});

const readAccount = createRoute({
  ...accountRoute,
  method: 'get',
  path: '/account',
  summary: 'Returns the signed-in account and its current role',
  responses: {
    200: json(
      z.object({
        user: User,
        role: z.enum(ROLES).nullable(),
        author: z
          .object({ id: z.uuid(), name: z.string() })
          .nullable()
          .meta({ description: 'The profile that is linked to the account; null for none.' }),
      }),
      'The account.',
    ),
    ...problems('unauthenticated'),
  },
});

export interface AccountsApiDeps {
  readonly accounts: Accounts;
  /** The number of trusted reverse proxies in front of this process. */
  readonly trustProxy: number;
}

export function accountsApi({
  accounts,
  database,
  trustProxy,
}: AccountsApiDeps & { readonly database: Database }) {
  const router = apiRouter<SignedInEnv>();
  router.use('/account', requireSignIn(accounts));
  return router
    .openapi(createAccount, async (context) => {
      await accounts.signUp(context.req.valid('json'), networkOf(context, trustProxy));
      return context.json({ message: CREATED } as const, 201);
    })
    .openapi(confirmAddress, async (context) => {
      await accounts.verifyEmail(context.req.valid('json'), networkOf(context, trustProxy));
      return context.body(null, 204);
    })
    .openapi(findVerification, async (context) => {
      const { token } = context.req.valid('json');
      const found = await accounts.findEmailVerification(token, networkOf(context, trustProxy));
      return context.json(found, 200);
    })
    .openapi(readAccount, async (context) => {
      const { userId, name, email, emailVerified, role } = context.var.user;
      const user = { id: userId, name, email, email_verified: emailVerified };
      const profile = await findAuthorOfAccount(database.db, userId);
      const author = profile === null ? null : { id: profile.id, name: profile.name };
      return context.json({ user, role, author }, 200);
    });
}
