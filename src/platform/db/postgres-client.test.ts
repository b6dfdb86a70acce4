import { afterAll, beforeAll, beforeEach, afterEach, expect, inject, test } from 'vitest';
import { blockThread } from '../../../test/block-thread.ts';
import { createTestDatabase, type Postgres, startPostgres } from '../../../test/postgres.ts';
import { type StallingProxy, startStallingProxy } from '../../../test/stalling-proxy.ts';
import { PostgresClient } from './postgres-client.server.ts';

// Without a change feed, which would read the clock, too.
let own: Postgres | undefined;
let proxy: StallingProxy;
beforeAll(async () => {
  const shared = inject('postgresUrl');
  own = shared === undefined ? await startPostgres() : undefined;
  proxy = await startStallingProxy(await createTestDatabase(shared ?? own?.url ?? ''));
});
afterAll(async () => {
  await proxy.close();
  await own?.stop();
});

let client: PostgresClient;
beforeEach(async () => {
  client = new PostgresClient({ connectionString: proxy.url, answerTimeoutMs: 60_000 });
  client.on('error', () => {});
  await client.connect();
  await client.query('select 1');
});
afterEach(() => client.end().catch(() => {}));

test('a stall of the process, and of the server with it, is not an answer that is missing', async () => {
  client.limitNextAnswer(1_000);
  const answer = client.query('select 1 as one');
  // The proxy is in this process, and forwards the query only afterwards.
  blockThread(1_500);
  expect((await answer).rows).toEqual([{ one: 1 }]);
});
