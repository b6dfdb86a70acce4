import { createRoute, z } from '@hono/zod-openapi';
import type { Contact } from '#domain/contact/contact.server.ts';
import type { ReceivedMessage } from '#domain/contact/inbox.server.ts';
import { LONGEST, MESSAGE_STATES } from '#domain/contact/message.ts';
import { WrittenMessage } from '#domain/contact/written-message.server.ts';
import { networkOf } from '#http/network.server.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const MESSAGE = "Message Sent! Thank you for reaching out. I'll get back to you soon.";

const described = Object.fromEntries(
  Object.entries(LONGEST).map(
    ([name, most]) => [name, { type: 'string', minLength: 1, maxLength: most }] as const,
  ),
);

const sendMessage = createRoute({
  method: 'post',
  path: '/contact',
  tags: ['Contact'],
  summary: 'Writes to the owner of the publication',
  description: 'Stored before it is answered, then mailed to the owner. The writer gets no copy.',
  request: {
    body: jsonBody(
      WrittenMessage.extend({
        website: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'Stays empty: what fills it in is a program.' }),
      }).openapi('ContactMessage', {
        type: 'object',
        required: Object.keys(LONGEST),
        properties: { ...described, website: { type: 'string' } },
      }),
    ),
  },
  responses: {
    201: json(z.object({ message: z.literal(MESSAGE) }), 'What to tell the person.'),
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
        description: 'What became of the mail to the owner; null where none was sent, or that was long ago.',
      }),
  })
  .openapi('ReceivedMessage');

const MessageList = z
  .object({
    messages: z.array(Message),
    counts: z
      .object({ new: z.int(), read: z.int(), archived: z.int() })
      .meta({ description: 'Of all messages, whichever state is listed.' }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  })
  .openapi('ReceivedMessageList');

const params = z.object({ id: z.uuid() });
const one = { ...newsroom, path: '/newsroom/messages/{id}' as const };

const listMessages = createRoute({
  ...newsroom,
  path: '/newsroom/messages',
  method: 'get',
  summary: 'What visitors wrote, newest first, 20 a page',
  request: {
    query: z.object({
      state: State.optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
  },
  responses: {
    200: json(MessageList, 'A page of them; of every state unless one is named.'),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

const readMessage = createRoute({
  ...one,
  method: 'get',
  summary: 'One message; looking at it marks nothing',
  request: { params },
  responses: {
    200: json(Message, 'The message.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const markMessage = createRoute({
  ...one,
  method: 'patch',
  summary: 'Marks a message as read, archived or new',
  request: { params, body: jsonBody(z.strictObject({ state: State }).openapi('MessageMark')) },
  responses: {
    200: json(Message, 'The message as it is now.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'unprocessable'),
  },
});

const removeMessage = createRoute({
  ...one,
  method: 'delete',
  summary: 'Deletes a message, and its mail if that has not gone yet',
  request: { params },
  responses: {
    204: { description: 'It is gone.' },
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

export interface ContactApiParts {
  readonly contact: Contact;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
}

export function contactApi({ contact, trustProxy }: ContactApiParts) {
  return apiRouter<SignedInEnv>()
    .openapi(sendMessage, async (context) => {
      const { website = '', ...message } = context.req.valid('json');
      await contact.send(message, { network: networkOf(context, trustProxy), isSuspect: website !== '' });
      return context.json({ message: MESSAGE } as const, 201);
    })
    .openapi(listMessages, async (context) => {
      const { messages, pageCount, ...list } = await contact.list(
        context.var.signedIn,
        context.req.valid('query'),
      );
      return context.json({ ...list, messages: messages.map(shown), page_count: pageCount }, 200);
    })
    .openapi(readMessage, async (context) => {
      const { id } = context.req.valid('param');
      return context.json(shown(await contact.get(context.var.signedIn, id)), 200);
    })
    .openapi(markMessage, async (context) => {
      const { id } = context.req.valid('param');
      await contact.mark(context.var.signedIn, id, context.req.valid('json').state);
      return context.json(shown(await contact.get(context.var.signedIn, id)), 200);
    })
    .openapi(removeMessage, async (context) => {
      await contact.remove(context.var.signedIn, context.req.valid('param').id);
      return context.body(null, 204);
    });
}

function shown({ createdAt, delivery, ...message }: ReceivedMessage) {
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
