import { createRoute, z } from '@hono/zod-openapi';
import { EmailAddress, PasswordResetInput } from '#domain/accounts/account.ts';
import { networkOf } from '#http/network.server.ts';
import { type AccountsApiDeps, openAccountRoute } from './accounts.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const REQUESTED = 'If this address has an account, an email with a link is on its way.';

const requestReset = createRoute({
  ...openAccountRoute,
  path: '/password-resets',
  summary: 'Requests a link to set a new password; the response is the same for every address',
  request: { body: jsonBody(z.strictObject({ email: EmailAddress })) },
  responses: {
    202: json(z.object({ message: z.literal(REQUESTED) }), 'A message to show to the user.'),
    ...problems('invalid', 'unprocessable', 'too_many'),
  },
});

const completeReset = createRoute({
  ...openAccountRoute,
  path: '/password-resets/completion',
  summary: 'Sets a new password with the token of the link and ends every session of the account',
  request: { body: jsonBody(PasswordResetInput) },
  responses: {
    204: { description: 'The password is changed.' },
    ...problems('invalid', 'gone', 'unprocessable', 'too_many', 'unavailable'),
  },
});

export function passwordResetsApi({ accounts, trustProxy }: AccountsApiDeps) {
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
