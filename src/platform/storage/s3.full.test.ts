import { expect, test } from 'vitest';
import { startStore } from './failing-s3.fixture.ts';

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
