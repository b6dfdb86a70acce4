import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { s3Storage, type S3StorageOptions } from './s3.server.ts';
import { StorageError } from './storage-error.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

const SECRET = 'very-secret-indeed';

/** A server with the given behavior, for failures. The behavior of a real service is tested in storage.test.ts. */
async function startStore(
  answers: RequestListener,
  limits: Pick<S3StorageOptions, 'timeoutMs' | 'limitMs'> = {},
) {
  const requests: { method: string; url: string; authorization: string }[] = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization ?? '' });
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
    ...limits,
  });
  return { storage, requests };
}

const bytes = new Uint8Array([1, 2, 3]);

test('requests have bucket and key in the path, and are signed', async () => {
  const { storage, requests } = await startStore((_request, response) => response.end());
  await storage.put('article-images/a-480.webp', bytes);
  expect(requests).toMatchObject([{ method: 'PUT', url: '/b/article-images/a-480.webp' }]);
  expect(requests[0]?.authorization).toContain('AWS4-HMAC-SHA256 Credential=key/');
  expect(requests[0]?.authorization).not.toContain(SECRET);
});

test('a temporary failure is retried', async () => {
  let times = 0;
  const { storage, requests } = await startStore((request, response) => {
    if (++times === 1) request.socket.destroy();
    else response.writeHead(times === 2 ? 503 : 200).end();
  });
  await storage.put('a.webp', bytes);
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
});

test('a persistent failure is reported after three attempts', async () => {
  const { storage, requests } = await startStore((_request, response) =>
    response.writeHead(503).end('<Code>SlowDown</Code>'),
  );
  await expect(storage.put('a.webp', bytes)).rejects.toThrow('refuses: 503 SlowDown.');
  expect(requests).toHaveLength(3);
});

test('a timeout is reported after three attempts, with the endpoint', async () => {
  const { storage, requests } = await startStore(() => undefined, { timeoutMs: 2_000 });
  await expect(storage.head('a.webp')).rejects.toThrow(
    /store at http:\/\/127\.0\.0\.1:\d+\/ does not answer: no answer within 2000 ms/,
  );
  await expect.poll(() => requests).toHaveLength(3);
});

test('a refused connection is an error, and not a missing file', async () => {
  const { storage } = await startStore(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  await expect(storage.get('a.webp')).rejects.toThrow(/does not answer: .*ECONNREFUSED/);
});

test('a 403 is not retried, and its error contains no secret', async () => {
  const { storage, requests } = await startStore((_request, response) =>
    response.writeHead(403).end(`<Code>AccessDenied</Code>${SECRET}`),
  );
  const error: unknown = await storage.delete('a.webp').catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('403 AccessDenied');
  expect(String(error)).not.toContain(SECRET);
  expect(requests).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  const { storage, requests } = await startStore((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  );
  await expect(storage.get('a.webp')).rejects.toThrow('refuses: 307');
  expect(requests).toHaveLength(1);
});

test('all attempts together end within `limitMs`', async () => {
  const { storage } = await startStore(() => undefined, { limitMs: 200 });
  await expect(storage.put('a.webp', bytes)).rejects.toThrow('does not answer: no answer within 200 ms');
});

test('an aborted call throws a StorageError', async () => {
  const { storage } = await startStore(() => undefined);
  for (const signal of [AbortSignal.abort(new Error('the caller left')), AbortSignal.timeout(50)])
    await expect(storage.head('a.webp', signal)).rejects.toThrow(StorageError);
});

test('an error response whose body never ends times out', async () => {
  const { storage } = await startStore((_request, response) => response.writeHead(403).write('<Code>'), {
    limitMs: 300,
  });
  await expect(storage.get('a.webp')).rejects.toThrow('no answer within 300 ms');
});

test('a body may take longer than the timeout of an attempt', async () => {
  const { storage } = await startStore(
    (_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345');
      setTimeout(() => response.end('67890'), 1_500);
    },
    { timeoutMs: 1_000 },
  );
  const stored = await storage.get('a.webp');
  expect(await new Response(stored?.body).text()).toBe('1234567890');
});

test('a body that is cut off errors its stream', async () => {
  const { storage } = await startStore((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('12345', () => response.destroy());
  });
  const stored = await storage.get('a.webp');
  const read = new Response(stored?.body).text();
  await expect(read).rejects.toThrow(/stopped in the middle of a file: .+/);
  await expect(read).rejects.toBeInstanceOf(StorageError);
});

test.each([
  ['stalls', () => undefined],
  ['trickles', (write: () => void) => setInterval(write, 30).unref()],
])('a body that %s errors its stream, and its connection is closed', async (_name, continueBody) => {
  const closed = Promise.withResolvers<void>();
  const { storage } = await startStore(
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write('12345');
      continueBody(() => response.write('x'));
      response.once('close', () => closed.resolve());
    },
    { limitMs: 3_000 },
  );
  const stored = await storage.get('a.webp');
  await expect(new Response(stored?.body).text()).rejects.toThrow('stopped in the middle of a file');
  await expect(closed.promise).resolves.toBeUndefined();
});

test('a reader that is slower than the limit gets the whole body', async () => {
  const { storage } = await startStore(
    (_request, response) =>
      response.writeHead(200, { 'content-length': '3000000' }).end(Buffer.alloc(3e6, 1)),
    { limitMs: 10_000 },
  );
  const stored = await storage.get('a.webp');
  let [size, chunks] = [0, 0];
  for await (const chunk of stored?.body ?? []) {
    size += chunk.length;
    if (chunks++ < 3) await new Promise((resolve) => setTimeout(resolve, 4_000));
  }
  expect(size).toBe(3_000_000);
  expect(chunks).toBeGreaterThan(3);
});

test('cancelling a body closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const { storage } = await startStore((_request, response) => {
    response.writeHead(200, { 'content-length': '100000000' });
    response.write(new Uint8Array(1000));
    response.once('close', () => closed.resolve());
  });
  const stored = await storage.get('a.webp');
  await stored?.body.cancel();
  await expect(closed.promise).resolves.toBeUndefined();
});
