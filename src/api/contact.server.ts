import { createRoute, z } from '@hono/zod-openapi';
import type { Contact } from '#domain/contact/contact.server.ts';
import type { ReceivedMessage } from '#domain/contact/inbox.server.ts';
import { MAX_LENGTHS, MESSAGE_STATES } from '#domain/contact/message.ts';
import { ContactMessageInput } from '#domain/contact/contact-input.server.ts';
import { networkOf } from '#http/network.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const MESSAGE = "Message Sent! Thank you for reaching out. I'll get back to you soon.";

const messageProperties = Object.fromEntries(
  Object.entries(MAX_LENGTHS).map(
    ([name, maxLength]) => [name, { type: 'string', minLength: 1, maxLength }] as const,
  ),
);

const sendMessage = createRoute({
  method: 'post',
  path: '/contact',
  tags: ['Contact'],
  summary: 'Sends a message to the owner of the publication',
  description:
    'The message is stored before the response and then emailed to the owner. The sender gets no copy.',
  request: {
    body: jsonBody(
      ContactMessageInput.extend({
        website: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'Leave it empty: only bots fill it in.' }),
      }).openapi('ContactMessage', {
        type: 'object',
        required: Object.keys(MAX_LENGTHS),
        properties: { ...messageProperties, website: { type: 'string' } },
      }),
    ),
  },
  responses: {
    201: json(z.object({ message: z.literal(MESSAGE) }), 'A message to show to the user.'),
    ...problems('invalid', 'too_large', 'unprocessable', 'too_many'),
  },
});

const State = z.enum(MESSAGE_STATES);

const Message = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string().meta({ description: 'Plain text with line breaks.' }),
    state: State,
    created_at: z.iso.datetime(),
    delivery: z
      .object({
        status: z.enum(['queued', 'handed_over', 'accepted', 'refused', 'unknown']),
        attempts: z.int(),
        last_error: z.string().nullable(),
        settled_at: z.iso.datetime().nullable(),
      })
      .nullable()
      .meta({
        description:
          'The delivery of the email to the owner; null if none was sent or its record has expired.',
      }),
  })
  .openapi('ReceivedMessage');

const MessageList = z
  .object({
    messages: z.array(Message),
    counts: z
      .object({ new: z.int(), read: z.int(), archived: z.int() })
      .meta({ description: 'Counts of all messages, independent of the listed state.' }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  })
  .openapi('ReceivedMessageList');

const params = z.object({ id: z.uuid() });
const messageRoute = { ...newsroomRoute, path: '/newsroom/messages/{id}' as const };

const listMessages = createRoute({
  ...newsroomRoute,
  path: '/newsroom/messages',
  method: 'get',
  summary: 'Lists messages from the contact form, newest first, 20 per page',
  request: {
    query: z.object({
      state: State.optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
  },
  responses: {
    200: json(MessageList, 'A page of messages; of all states unless `state` is set.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const readMessage = createRoute({
  ...messageRoute,
  method: 'get',
  summary: 'Returns a message; does not mark it as read',
  request: { params },
  responses: {
    200: json(Message, 'The message.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const markMessage = createRoute({
  ...messageRoute,
  method: 'patch',
  summary: 'Marks a message as read, archived or new',
  request: { params, body: jsonBody(z.strictObject({ state: State }).openapi('MessageMark')) },
  responses: {
    200: json(Message, 'The updated message.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

const removeMessage = createRoute({
  ...messageRoute,
  method: 'delete',
  summary: 'Deletes a message, and its email if that has not been sent yet',
  request: { params },
  responses: {
    204: { description: 'Deleted.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

export interface ContactApiDeps {
  readonly contact: Contact;
  /** The number of trusted reverse proxies in front of this process. */
  readonly trustProxy: number;
}

export function contactApi({ contact, trustProxy }: ContactApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(sendMessage, async (context) => {
      const { website = '', ...message } = context.req.valid('json');
      await contact.send(message, {
        network: networkOf(context, trustProxy),
        isSuspectedSpam: website !== '',
      });
      return context.json({ message: MESSAGE } as const, 201);
    })
    .openapi(listMessages, async (context) => {
      const { messages, pageCount, ...list } = await contact.list(
        context.var.user,
        context.req.valid('query'),
      );
      return context.json({ ...list, messages: messages.map(messageJson), page_count: pageCount }, 200);
    })
    .openapi(readMessage, async (context) => {
      const { id } = context.req.valid('param');
      return context.json(messageJson(await contact.get(context.var.user, id)), 200);
    })
    .openapi(markMessage, async (context) => {
      const { id } = context.req.valid('param');
      await contact.setState(context.var.user, id, context.req.valid('json').state);
      return context.json(messageJson(await contact.get(context.var.user, id)), 200);
    })
    .openapi(removeMessage, async (context) => {
      await contact.delete(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}

function messageJson({ createdAt, delivery, ...message }: ReceivedMessage) {
  return {
    ...message,
    created_at: createdAt.toISOString(),
    delivery: delivery && {
      status: delivery.status,
      attempts: delivery.attempts,
      last_error: delivery.lastError,
      settled_at: delivery.settledAt?.toISOString() ?? null,
    },
  };
}
