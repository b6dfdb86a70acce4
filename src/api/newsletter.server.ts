import { createRoute, z } from '@hono/zod-openapi';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { Subscription } from '#domain/newsletter/subscribing.server.ts';
import { networkOf } from '#http/network.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const MESSAGE = 'Subscribed! Thank you for subscribing to the newsletter';

const subscribe = createRoute({
  method: 'post',
  path: '/newsletter',
  tags: ['Newsletter'],
  summary:
    'Asks for the newsletter; the same answer for every address, which gets a mail to confirm it if it is new',
  request: {
    body: jsonBody(
      Subscription.extend({
        website: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'Stays empty: what fills it in is a program.' }),
      }),
    ),
  },
  responses: {
    202: json(z.object({ message: z.literal(MESSAGE) }), 'What to tell the person.'),
    ...problems('invalid', 'unprocessable', 'too_many', 'unavailable'),
  },
});

export interface NewsletterApiParts {
  readonly newsletter: Newsletter;
  readonly trustProxy: number;
}

export function newsletterApi({ newsletter, trustProxy }: NewsletterApiParts) {
  return apiRouter().openapi(subscribe, async (context) => {
    const { email, website = '' } = context.req.valid('json');
    if (website === '') await newsletter.subscribe({ email }, networkOf(context, trustProxy));
    return context.json({ message: MESSAGE } as const, 202);
  });
}
