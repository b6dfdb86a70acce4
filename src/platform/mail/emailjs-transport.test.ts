import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emailjsTransport } from './emailjs-transport.server.ts';
import type { OutgoingMail } from './mail.ts';

const MAIL: OutgoingMail = {
  id: '0197',
  messageId: '0197@news.example',
  date: new Date(),
  from: { name: 'Meridian', address: 'editor@news.example' },
  to: { address: 'owner@news.example' },
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  subject: 'A word',
  text: 'Hello',
};

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

let answers: (Answer | 'drop')[];
let requests: { body: unknown; type: string | undefined }[];
let now: number;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    requests.push({ body: JSON.parse(text), type: request.headers['content-type'] });
    const answer = answers.shift() ?? { status: 200 };
    if (answer === 'drop') request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end('said the provider');
  });
});

beforeEach(async () => {
  answers = [];
  requests = [];
  now = Date.parse('2026-05-04T12:00:00Z');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function transport(privateKey?: string) {
  const { port } = server.address() as AddressInfo;
  const ids = { serviceId: 'service', templateId: 'template', publicKey: 'public', privateKey };
  return emailjsTransport(
    { url: `http://127.0.0.1:${port}/send`, throttleSeconds: 0, ...ids },
    () => new Date(now),
  );
}

const deliver = (by = transport()) => by.deliver(MAIL, new AbortController().signal);

test('sends the request in the format of the API', async () => {
  expect(await deliver()).toEqual({ state: 'accepted' });
  expect(requests).toEqual([
    {
      type: 'application/json',
      body: {
        service_id: 'service',
        template_id: 'template',
        user_id: 'public',
        template_params: {
          from_name: 'Ada',
          from_email: 'ada@example.com',
          subject: 'A word',
          message: 'Hello',
          to_email: 'owner@news.example',
        },
      },
    },
  ]);
  await deliver(transport('private'));
  expect(requests[1]?.body).toMatchObject({ accessToken: 'private' });
});

test.each([
  [403, 'blocklist'],
  [451, 'headless browser'],
  [400, 'said the provider'],
])('%i is a permanent failure with a reason', async (status, words) => {
  answers = [{ status }];
  expect(await deliver()).toEqual({ state: 'refused', reason: expect.stringContaining(words) });
});

test('429 defers every email for the requested time, without further requests', async () => {
  const by = transport();
  answers = [{ status: 429, headers: { 'retry-after': '120' } }];
  expect(await deliver(by)).toMatchObject({ state: 'deferred', retryAfterSeconds: 120 });
  now += 100_000;
  expect(await deliver(by)).toMatchObject({ state: 'deferred', retryAfterSeconds: 20 });
  expect(requests).toHaveLength(1);
  now += 20_000;
  expect(await deliver(by)).toEqual({ state: 'accepted' });
});

test('a server error is deferred; a lost response is unknown', async () => {
  answers = [{ status: 503 }, 'drop'];
  expect(await deliver()).toMatchObject({ state: 'deferred' });
  expect(await deliver()).toMatchObject({ state: 'unknown' });
});
