import { expect, test } from 'vitest';
import { startStore } from './failing-s3.fixture.ts';

const bytes = new Uint8Array([1, 2, 3]);

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
