import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, vi } from 'vitest';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook.ts';
import type { TestApp } from './app.ts';
import type { NewsroomApi } from './newsroom-api.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The parsed body. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookReceiver {
  readonly url: string;
  /** In the order in which they arrived. */
  readonly received: ReceivedEvent[];
  /** How requests are answered; by default with 204. */
  respond: (response: ServerResponse, event: ReceivedEvent) => void;
  /** Resolves as soon as this many requests have arrived in total. */
  waitFor(count: number): Promise<void>;
  close(): void;
}

/** A receiver of webhooks on a port of its own. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { type, data } = JSON.parse(body) as Pick<ReceivedEvent, 'type' | 'data'>;
    const { headers } = request;
    const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
    const event = { id: id ?? '', timestamp: timestamp ?? '', headers, body, type, data };
    received.push(event);
    for (const check of waiting) check();
    receiver.respond(response, event);
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    respond: (response) => void response.writeHead(204).end(),
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** A receiver for each test of the enclosing `describe`. The webhooks of a test are removed after it. */
export function prepareWebhookReceiver(app: () => TestApp): () => WebhookReceiver {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    receiver.close();
    await app().database.transaction((tx) => tx.delete(webhooks));
  });
  return () => receiver;
}

/** Throws unless a library of Standard Webhooks accepts the request at the time of its timestamp. */
export function verifySignature({ body, headers, timestamp }: ReceivedEvent, secret: string): void {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Number(timestamp) * 1000);
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    now.mockRestore();
  }
}

export interface ApiWebhook {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Creates a webhook for all events; throws unless the response is 201. */
export async function createWebhook(
  newsroom: NewsroomApi,
  url: string,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly webhook: ApiWebhook; readonly secret: string }> {
  const input = { name: 'Build of the site', url, events: WEBHOOK_EVENTS, ...overrides };
  const { status, body } = await newsroom.request<{ webhook: ApiWebhook; secret: string }>(
    'POST',
    '/webhooks',
    input,
  );
  if (status !== 201)
    throw new Error(`creating a webhook was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface ApiDelivery {
  readonly id: string;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly due_at: string | null;
}

/** The first page of the delivery log. */
export async function deliveriesOf(newsroom: NewsroomApi, webhookId: string): Promise<ApiDelivery[]> {
  const { body } = await newsroom.request<{ deliveries: ApiDelivery[] }>(
    'GET',
    `/webhooks/${webhookId}/deliveries`,
  );
  return body.deliveries;
}
