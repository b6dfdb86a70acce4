import { createRoute, z } from '@hono/zod-openapi';
import { EmailAddress, EmailVerification, MailedLink, NewAccount } from '#domain/accounts/account.ts';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import { networkOf } from '#http/network.server.ts';
import { bearer, requireSignIn, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';
import { Person } from './frame/person.ts';

const CREATED = 'Account created! Please check if you have admin access.';

const createAccount = createRoute({
  method: 'post',
  path: '/accounts',
  tags: ['Accounts'],
  summary: 'Creates an account without any rights; the same answer for an address that has one',
  request: { body: jsonBody(NewAccount) },
  responses: {
    201: json(z.object({ message: z.literal(CREATED) }), 'What to tell the person.'),
    ...problems('invalid', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const confirmAddress = createRoute({
  method: 'post',
  path: '/email-verifications',
  tags: ['Accounts'],
  summary: 'Confirms an address with the token of the mail sent there, and sets the password of the account',
  description:
    'Ends every session and every other link of the account. A refused password leaves the token good.',
  request: { body: jsonBody(EmailVerification) },
  responses: {
    204: { description: 'It is confirmed, and the password is good from now on.' },
    ...problems('invalid', 'gone', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const findVerification = createRoute({
  method: 'post',
  path: '/email-verifications/lookup',
  tags: ['Accounts'],
  summary: 'Whose address a token confirms; changes nothing',
  request: { body: jsonBody(MailedLink) },
  responses: {
    200: json(z.object({ name: z.string(), email: EmailAddress }), 'The account.'),
    ...problems('invalid', 'gone', 'unprocessable', 'too_many'),
  },
});

const readAccount = createRoute({
  ...bearer,
  method: 'get',
  path: '/account',
  tags: ['Accounts'],
  summary: 'Who is signed in, and with which rights at this moment',
  responses: {
    200: json(z.object({ user: Person, role: z.literal('admin').nullable() }), 'The person.'),
    ...problems('unauthenticated'),
  },
});

export interface AccountsApiParts {
  readonly accounts: Accounts;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
}

export function accountsApi({ accounts, trustProxy }: AccountsApiParts) {
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
    .openapi(readAccount, (context) => {
      const { userId, name, email, emailVerified, role } = context.var.signedIn;
      return context.json({ user: { id: userId, name, email, email_verified: emailVerified }, role }, 200);
    });
}
