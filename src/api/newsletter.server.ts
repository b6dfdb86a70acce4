import { createRoute, z } from '@hono/zod-openapi';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { SubscribeInput } from '#domain/newsletter/subscribing.server.ts';
import { networkOf } from '#http/network.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const MESSAGE = 'Subscribed! Thank you for subscribing to the newsletter';

const subscribe = createRoute({
  method: 'post',
  path: '/newsletter',
  tags: ['Newsletter'],
  summary:
    'Subscribes an address, which gets a confirmation email if it is new; the response is the same for every address',
  request: {
    body: jsonBody(
      SubscribeInput.extend({
        website: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'Leave it empty: only bots fill it in.' }),
      }),
    ),
  },
  responses: {
    202: json(z.object({ message: z.literal(MESSAGE) }), 'A message to show to the user.'),
    ...problems('invalid', 'unprocessable', 'too_many', 'unavailable'),
  },
});

export interface NewsletterApiDeps {
  readonly newsletter: Newsletter;
  readonly trustProxy: number;
}

export function newsletterApi({ newsletter, trustProxy }: NewsletterApiDeps) {
  return apiRouter().openapi(subscribe, async (context) => {
    const { email, website = '' } = context.req.valid('json');
    if (website === '') await newsletter.subscribe({ email }, networkOf(context, trustProxy));
    return context.json({ message: MESSAGE } as const, 202);
  });
}
