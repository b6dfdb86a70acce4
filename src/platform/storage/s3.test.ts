import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { s3Storage } from './s3.server.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

const SECRET = 'very-secret-indeed';

/** A store that misbehaves as told; what real ones do is in the contract. */
async function storeThat(answers: RequestListener) {
  const asked: { method: string; url: string; authorization: string }[] = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, authorization: headers.authorization ?? '' });
    request.resume();
    answers(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = s3Storage({
    endpoint: `http://127.0.0.1:${port}/`,
    bucket: 'b',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: SECRET,
    timeoutMs: 150,
  });
  return { storage, asked };
}

const bytes = new Uint8Array([1, 2, 3]);

test('requests name bucket and key in the path, and are signed', async () => {
  const { storage, asked } = await storeThat((_request, response) => response.end());
  await storage.put('article-images/a-480.webp', bytes);
  expect(asked).toMatchObject([{ method: 'PUT', url: '/b/article-images/a-480.webp' }]);
  expect(asked[0]?.authorization).toContain('AWS4-HMAC-SHA256 Credential=key/');
  expect(asked[0]?.authorization).not.toContain(SECRET);
});

test('a store that is busy for a moment is asked again', async () => {
  let times = 0;
  const { storage, asked } = await storeThat((request, response) => {
    if (++times === 1) request.socket.destroy();
    else response.writeHead(times === 2 ? 503 : 200).end();
  });
  await storage.put('a.webp', bytes);
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
});

test('one that stays busy is given up after three attempts', async () => {
  const { storage, asked } = await storeThat((_request, response) =>
    response.writeHead(503).end('<Code>SlowDown</Code>'),
  );
  await expect(storage.put('a.webp', bytes)).rejects.toThrow('refuses: 503 SlowDown.');
  expect(asked).toHaveLength(3);
});

test('one that does not answer is given up, and the message says where it was expected', async () => {
  const { storage, asked } = await storeThat(() => undefined);
  await expect(storage.head('a.webp')).rejects.toThrow(
    /store at http:\/\/127\.0\.0\.1:\d+\/ does not answer: no answer within 150 ms/,
  );
  expect(asked).toHaveLength(3);
});

test('one that is not there is a failure, and not a missing file', async () => {
  const { storage } = await storeThat(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  await expect(storage.get('a.webp')).rejects.toThrow(/does not answer: .*ECONNREFUSED/);
});

test('a refusal is not repeated and tells no secret', async () => {
  const { storage, asked } = await storeThat((_request, response) =>
    response.writeHead(403).end(`<Code>AccessDenied</Code>${SECRET}`),
  );
  const error: unknown = await storage.delete('a.webp').catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('403 AccessDenied');
  expect(String(error)).not.toContain(SECRET);
  expect(asked).toHaveLength(1);
});

test('a redirect is not followed with our signature', async () => {
  const { storage, asked } = await storeThat((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  );
  await expect(storage.get('a.webp')).rejects.toThrow('refuses: 307');
  expect(asked).toHaveLength(1);
});

test('a body may take longer than an answer may', async () => {
  const { storage } = await storeThat((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345');
    setTimeout(() => response.end('67890'), 400);
  });
  const stored = await storage.get('a.webp');
  expect(await new Response(stored?.body).text()).toBe('1234567890');
});

test('a body that breaks off is an error to whoever reads it', async () => {
  const { storage } = await storeThat((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345', () => response.destroy());
  });
  const stored = await storage.get('a.webp');
  await expect(new Response(stored?.body).text()).rejects.toThrow(/terminated|fetch failed/);
});

test('leaving a body closes the connection to the store', async () => {
  const closed = Promise.withResolvers<void>();
  const { storage } = await storeThat((_request, response) => {
    response.writeHead(200, { 'content-length': '100000000' });
    response.write(new Uint8Array(1000));
    response.once('close', () => closed.resolve());
  });
  const stored = await storage.get('a.webp');
  await stored?.body.cancel();
  await expect(closed.promise).resolves.toBeUndefined();
});
