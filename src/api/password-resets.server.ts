import { createRoute, z } from '@hono/zod-openapi';
import { EmailAddress, NewPassword } from '#domain/accounts/account.ts';
import { networkOf } from '#http/network.server.ts';
import type { AccountsApiParts } from './accounts.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const REQUESTED = 'If this address has an account, a mail with a link is on its way.';

const requestReset = createRoute({
  method: 'post',
  path: '/password-resets',
  tags: ['Accounts'],
  summary: 'Asks for a link to choose a new password; the same answer for every address',
  request: { body: jsonBody(z.strictObject({ email: EmailAddress })) },
  responses: {
    202: json(z.object({ message: z.literal(REQUESTED) }), 'What to tell the person.'),
    ...problems('invalid', 'unprocessable', 'too_many'),
  },
});

const completeReset = createRoute({
  method: 'post',
  path: '/password-resets/completion',
  tags: ['Accounts'],
  summary: 'Chooses a new password with the token of the link, and ends every session of the account',
  request: { body: jsonBody(NewPassword) },
  responses: {
    204: { description: 'The new password is good from now on.' },
    ...problems('invalid', 'gone', 'unprocessable', 'too_many', 'unavailable'),
  },
});

export function passwordResetsApi({ accounts, trustProxy }: AccountsApiParts) {
  return apiRouter()
    .openapi(requestReset, async (context) => {
      await accounts.requestPasswordReset(context.req.valid('json').email, networkOf(context, trustProxy));
      return context.json({ message: REQUESTED } as const, 202);
    })
    .openapi(completeReset, async (context) => {
      await accounts.completePasswordReset(context.req.valid('json'), networkOf(context, trustProxy));
      return context.body(null, 204);
    });
}
