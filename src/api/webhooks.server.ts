import { createRoute, z } from '@hono/zod-openapi';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateSecret,
} from '#domain/webhooks/editing.server.ts';
import { listWebhooks } from '#domain/webhooks/listing.server.ts';
import type { WebhookDeps } from '#domain/webhooks/webhook-deps.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { NewSecretJson, WebhookInput, WebhookJson, webhookJson } from './webhook-json.ts';

const collection = { ...newsroomRoute, path: '/newsroom/webhooks' as const };
const item = { ...newsroomRoute, path: '/newsroom/webhooks/{id}' as const };
const params = z.object({ id: z.uuid() });

const list = createRoute({
  ...collection,
  method: 'get',
  summary: 'Lists all webhooks',
  responses: {
    200: json(
      z.object({ webhooks: z.array(WebhookJson) }).openapi('WebhookList'),
      'The webhooks in the order in which they were created, without their secrets.',
    ),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const create = createRoute({
  ...collection,
  method: 'post',
  summary: 'Creates a webhook',
  description:
    'The only response with its secret. Requests follow Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and ' +
    '`webhook-signature`. 409 if there are ten webhooks.',
  request: { body: jsonBody(WebhookInput) },
  responses: {
    201: json(NewSecretJson, 'The webhook and its secret.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'unprocessable'),
  },
});

const change = createRoute({
  ...item,
  method: 'put',
  summary: 'Changes a webhook',
  description: 'Switching it off cancels what is still to be sent.',
  request: { params, body: jsonBody(WebhookInput) },
  responses: {
    200: json(WebhookJson, 'The webhook.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

const remove = createRoute({
  ...item,
  method: 'delete',
  summary: 'Deletes a webhook and its delivery log',
  request: { params },
  responses: {
    204: { description: 'Deleted.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const rotate = createRoute({
  ...newsroomRoute,
  path: '/newsroom/webhooks/{id}/secrets',
  method: 'post',
  summary: 'Replaces the secret of a webhook',
  description: 'For 24 hours, requests are signed with the new and the former secret.',
  request: { params },
  responses: {
    201: json(NewSecretJson, 'The webhook and its new secret.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const inputOf = ({ is_enabled, ...input }: z.infer<typeof WebhookInput>) => ({
  ...input,
  isEnabled: is_enabled,
});

/** Receivers of events. */
export function webhooksApi(deps: WebhookDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listWebhooks(deps.database.db, context.var.user);
      return context.json({ webhooks: found.map(webhookJson) }, 200);
    })
    .openapi(create, async (context) => {
      const input = inputOf(context.req.valid('json'));
      const { webhook, secret } = await createWebhook(deps, context.var.user, input);
      return context.json({ webhook: webhookJson(webhook), secret }, 201);
    })
    .openapi(change, async (context) => {
      const { id } = context.req.valid('param');
      const input = inputOf(context.req.valid('json'));
      return context.json(webhookJson(await changeWebhook(deps, context.var.user, { id, input })), 200);
    })
    .openapi(remove, async (context) => {
      await deleteWebhook(deps, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(rotate, async (context) => {
      const { id } = context.req.valid('param');
      const { webhook, secret } = await rotateSecret(deps, context.var.user, id);
      return context.json({ webhook: webhookJson(webhook), secret }, 201);
    });
}
