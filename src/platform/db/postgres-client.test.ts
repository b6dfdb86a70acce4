import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openServerTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { type StallingProxy, startStallingProxy } from '../../../test/stalling-proxy.ts';
import { PostgresClient } from './postgres-client.server.ts';

let opened: TestDatabase;
let proxy: StallingProxy;
beforeAll(async () => {
  opened = await openServerTestDatabase();
  proxy = await startStallingProxy(opened.url ?? '');
});
afterAll(async () => {
  await proxy.close();
  await opened.close();
});

test('a connection without an answer is destroyed even when the timer fires before the deadline', async () => {
  const client = new PostgresClient({ connectionString: proxy.url, answerTimeoutMs: 200 });
  client.on('error', () => {});
  await client.connect();
  await client.query('select 1');
  proxy.stall();
  const now = performance.now.bind(performance);
  const start = now();
  // The first reading sets the deadline; the second one is that of the timer, half a millisecond early.
  const clock = vi
    .spyOn(performance, 'now')
    .mockReturnValueOnce(start)
    .mockReturnValueOnce(start + 199.5);
  clock.mockImplementation(now);
  await expect(client.query('select 1')).rejects.toThrow('The database server did not answer in time.');
  clock.mockRestore();
});
