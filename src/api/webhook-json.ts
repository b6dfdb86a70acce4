import { z } from '@hono/zod-openapi';
import {
  type Delivery,
  DELIVERY_STATES,
  DISABLED_REASONS,
  NAME_MAX_LENGTH,
  TEST_EVENT,
  URL_MAX_LENGTH,
  type Webhook,
  WEBHOOK_EVENTS,
} from '#domain/webhooks/webhook.ts';
import { SINGLE_LINE } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';

const Events = z.array(z.enum(WEBHOOK_EVENTS));

export const WebhookInput = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Please enter a name')
      .max(NAME_MAX_LENGTH)
      .refine(hasVisibleText, 'Please enter a name')
      .regex(SINGLE_LINE, 'Please enter a name on one line'),
    url: z.string().trim().min(1, 'Please enter an address').max(URL_MAX_LENGTH).meta({
      description:
        'An https address on the public internet, on port 443; with WEBHOOK_PRIVATE_ADDRESSES any http or https address.',
    }),
    events: Events.min(1, 'Please choose at least one event').max(WEBHOOK_EVENTS.length),
    is_enabled: z.boolean().default(true),
  })
  .openapi('WebhookInput');

export const WebhookJson = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    events: Events,
    is_enabled: z.boolean(),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .meta({
        description:
          'Why the site switched it off: the receiver answered 410 (`gone`), it accepted nothing for five days (`failing`), or ' +
          'the secret cannot be decrypted (`unreadable_secret`). Null if it is on or a person switched it off.',
      }),
    failing_since: z.iso.datetime().nullable().meta({ description: 'Null after a success.' }),
    previous_secret_until: z.iso.datetime().nullable().meta({
      description: 'Until then, requests are also signed with the former secret.',
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Webhook');

export const NewSecretJson = z
  .object({
    webhook: WebhookJson,
    secret: z.string().meta({ description: 'Begins with `whsec_`. No later response contains it.' }),
  })
  .openapi('WebhookSecret');

export const DeliveryJson = z
  .object({
    id: z.uuid().meta({ description: 'The `webhook-id` of every request.' }),
    event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
    state: z.enum(DELIVERY_STATES),
    created_at: z.iso.datetime(),
    attempts: z.int(),
    attempted_at: z.iso.datetime().nullable(),
    due_at: z.iso.datetime().nullable().meta({
      description: 'Time of the next request; null if none follows, or it is due now.',
    }),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    error: z.string().nullable(),
  })
  .openapi('WebhookDelivery');

export function webhookJson(webhook: Webhook): z.infer<typeof WebhookJson> {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    events: [...webhook.events],
    is_enabled: webhook.isEnabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

export function deliveryJson(delivery: Delivery): z.infer<typeof DeliveryJson> {
  const isLater = delivery.state === 'pending' && delivery.dueAt.getTime() > 0;
  return {
    id: delivery.id,
    event: delivery.event,
    state: delivery.state,
    created_at: delivery.createdAt.toISOString(),
    attempts: delivery.attempts,
    attempted_at: delivery.attemptedAt?.toISOString() ?? null,
    due_at: isLater ? delivery.dueAt.toISOString() : null,
    response_status: delivery.responseStatus,
    duration_ms: delivery.durationMs,
    error: delivery.error,
  };
}
