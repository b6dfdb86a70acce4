import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { closeServer } from '#http/web-server.server.ts';
import { createLog } from '#platform/log.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makePhoto } from '../pictures.ts';

let app: TestApp;
let authorization: string;
const lines: string[] = [];

beforeAll(async () => {
  app = await testApp({ log: createLog('warn', (line) => void lines.push(line)) });
  ({ authorization } = await adminHeaders(app));
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
});
afterAll(async () => {
  await closeServer(app.server, 1_000);
  await app.close();
});

/** Sends the head of a request and the beginning of its body. */
function begin(path: string, headers: readonly string[], body: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([`POST ${path} HTTP/1.1`, 'host: site.example', ...headers, '', body].join('\r\n'));
  return socket.on('error', () => undefined);
}

/** Reads until the connection is closed. */
async function answerOf(socket: Socket): Promise<string> {
  let response = '';
  socket.setEncoding('latin1').on('data', (text: string) => (response += text));
  await once(socket, 'close');
  return response;
}

test('a request body that stalls times out, and other requests continue', async () => {
  const stalled = [
    begin('/api/newsroom/images', [`authorization: ${authorization}`, 'content-length: 900'], 'xx'),
    begin('/api/contact', ['content-type: application/json', 'content-length: 900'], '{"name":'),
    begin('/api/contact', ['content-type: application/json', 'transfer-encoding: chunked'], '3\r\n{"n'),
    begin('/contact', ['content-type: application/x-www-form-urlencoded', 'content-length: 900'], 'name='),
  ].map(answerOf);
  const body = new Uint8Array(await makePhoto({ width: 60, height: 40 }));
  const upload = await app.fetch('/api/newsroom/images', {
    method: 'POST',
    headers: { authorization },
    body,
  });
  expect(upload.status).toBe(201);
  const responses = await Promise.all(stalled);
  for (const response of responses) {
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(response).toContain('The request did not arrive in time. Please try again.');
  }
  for (const response of responses.slice(0, 3)) expect(response).toContain('"code":"request_timeout"');
  expect(await app.database.db.$count(images)).toBe(1);
  expect(await app.database.db.$count(contactMessages)).toBe(0);
  expect(lines).toEqual([]);
});

const FORM = 'content-type: application/x-www-form-urlencoded';
const CSV = 'content-type: text/csv';
const MEGABYTE = 1024 * 1024;

test.each([
  ['too large', '/contact', () => [FORM], 3 * MEGABYTE, 413],
  ['of another type', '/contact', () => ['content-type: text/plain'], MEGABYTE / 8, 415],
  [
    'no list',
    '/api/newsroom/newsletter/imports?as=pending',
    () => [`authorization: ${authorization}`, CSV],
    MEGABYTE,
    422,
  ],
  ['not authorized', '/api/newsroom/images', () => ['authorization: Bearer expired'], MEGABYTE, 401],
  ['for an unknown route', '/api/unknown', () => [], MEGABYTE / 8, 404],
  ['for a page', '/about', () => [], MEGABYTE, 405],
] as const)(
  'a client that is still sending a body that is %s gets the response, and its connection stays open',
  async (_, path, headers, length, status) => {
    const socket = begin(path, [...headers(), `content-length: ${length}`], '');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    // Piece by piece and slower than the server answers, as over a network.
    const pieces = 16;
    for (let sent = 0; sent < pieces; sent += 1) {
      socket.write('a'.repeat(length / pieces));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await vi.waitFor(() => expect(received).toContain(`HTTP/1.1 ${status} `), 30_000);
    expect(received).not.toMatch(/\r\nconnection: close\r\n/i);
    received = '';
    socket.write('GET /healthz HTTP/1.1\r\nhost: site.example\r\n\r\n');
    await vi.waitFor(() => expect(received).toContain('HTTP/1.1 200 '), 30_000);
    socket.destroy();
  },
);

test('a body that is much too large is refused before it arrives', async () => {
  const response = await answerOf(begin('/contact', [FORM, `content-length: ${65 * MEGABYTE}`], 'name='));
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toMatch(/\r\nconnection: close\r\n/i);
});

test('bodies that wait for their end have limited memory, and other forms are accepted meanwhile', async () => {
  const text = `message=${'a'.repeat(250_000)}`;
  const submit = (body: string) =>
    app.fetch('/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  expect((await submit(text)).status).toBe(422);
  const waiting = Array.from({ length: 150 }, () =>
    begin('/contact', [FORM, `content-length: ${text.length + 1}`], text),
  );
  const responses: string[] = [];
  for (const socket of waiting)
    socket.setEncoding('latin1').on('data', (response: string) => responses.push(response));
  await vi.waitFor(() => expect(responses).not.toEqual([]), 10_000);
  for (const response of responses) {
    expect(response).toMatch(/^HTTP\/1\.1 503 /);
    expect(response).toMatch(/\r\nretry-after: \d+\r\n/i);
  }
  const refused = await submit(text);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect((await submit('message=short')).status).toBe(422);
  for (const socket of waiting) socket.destroy();
  await expect.poll(async () => (await submit(text)).status, { timeout: 5_000 }).toBe(422);
});
