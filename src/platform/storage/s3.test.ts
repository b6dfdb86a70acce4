import { expect, test } from 'vitest';
import { SECRET, startStore, stopStore } from './failing-s3.fixture.ts';
import { StorageError } from './storage-error.ts';

const bytes = new Uint8Array([1, 2, 3]);

test('a temporary failure is retried', async () => {
  let times = 0;
  const { storage, requests } = await startStore((request, response) => {
    if (++times === 1) request.socket.destroy();
    else response.writeHead(times === 2 ? 503 : 200).end();
  });
  await storage.put('a.webp', bytes);
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT']);
});

test('a refused connection is an error, and not a missing file', async () => {
  const { storage } = await startStore(() => undefined);
  await stopStore();
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

test('all attempts together end within `limitMs`', async () => {
  const { storage } = await startStore(() => undefined, { limitMs: 200 });
  await expect(storage.put('a.webp', bytes)).rejects.toThrow('does not answer: no answer within 200 ms');
});

test('an aborted call throws a StorageError', async () => {
  const { storage } = await startStore(() => undefined);
  for (const signal of [AbortSignal.abort(new Error('the caller left')), AbortSignal.timeout(50)])
    await expect(storage.head('a.webp', signal)).rejects.toThrow(StorageError);
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
