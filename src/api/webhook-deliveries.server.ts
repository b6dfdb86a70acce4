import { createRoute, z } from '@hono/zod-openapi';
import { listDeliveries } from '#domain/webhooks/listing.server.ts';
import { sendAgain, sendTestEvent } from '#domain/webhooks/sending-again.server.ts';
import type { WebhookDeps } from '#domain/webhooks/webhook-deps.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { DeliveryJson, deliveryJson } from './webhook-json.ts';

const params = z.object({ id: z.uuid() });

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/webhooks/{id}/deliveries',
  method: 'get',
  summary: 'Lists the deliveries of a webhook, 20 per page',
  description: 'The newest event first. Finished deliveries are deleted after 30 days.',
  request: { params, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(
      z
        .object({ deliveries: z.array(DeliveryJson), total: z.int(), ...pageFields })
        .openapi('WebhookDeliveryPage'),
      'A page of deliveries.',
    ),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const sendTest = createRoute({
  ...newsroomRoute,
  path: '/newsroom/webhooks/{id}/tests',
  method: 'post',
  summary: 'Sends a test event',
  description: 'The event `webhook.test`, once. 409 if the webhook is off or a test event is being sent.',
  request: { params },
  responses: {
    202: json(DeliveryJson, 'The delivery, which is sent now. Its outcome is in the list of deliveries.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

const resend = createRoute({
  ...newsroomRoute,
  path: '/newsroom/webhooks/{id}/deliveries/{delivery}/repetitions',
  method: 'post',
  summary: 'Sends an event again',
  description: 'With the same `webhook-id`. 409 if the webhook is off.',
  request: { params: params.extend({ delivery: z.uuid() }) },
  responses: {
    202: json(DeliveryJson, 'The delivery, which is sent now.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

/** The delivery logs of webhooks. */
export function webhookDeliveriesApi(deps: WebhookDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { id: webhookId } = context.req.valid('param');
      const { page } = context.req.valid('query');
      const found = await listDeliveries(deps.database.db, context.var.user, { webhookId, page });
      return context.json({ deliveries: found.rows.map(deliveryJson), ...pageJson(found) }, 200);
    })
    .openapi(sendTest, async (context) => {
      const created = await sendTestEvent(deps, context.var.user, context.req.valid('param').id);
      return context.json(deliveryJson(created), 202);
    })
    .openapi(resend, async (context) => {
      const { id: webhookId, delivery: deliveryId } = context.req.valid('param');
      const changed = await sendAgain(deps, context.var.user, { webhookId, deliveryId });
      return context.json(deliveryJson(changed), 202);
    });
}
