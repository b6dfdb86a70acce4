import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import { webhookDeliveries } from '#domain/webhooks/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { type TestApp, testApp } from './app.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase, type TestDatabase } from './databases.ts';
import { type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import { prepareWebhookReceiver } from './webhook-receiver.ts';
import type { DatabaseKind } from './full.ts';

/** A site with two processes, and a receiver for each test. */
export function webhookProcesses(databaseKind: DatabaseKind) {
  let testDatabase: TestDatabase;
  let app: TestApp;
  /** A second process of the same site. */
  let other: TestApp;
  let newsroom: NewsroomApi;
  let now = Date.now();
  let number = 0;
  beforeAll(async () => {
    testDatabase = await (databaseKind === 'server' ? openServerTestDatabase() : openEmbeddedTestDatabase());
    app = await startProcess();
    other = await startProcess(app.dataDir);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await testDatabase.close();
  });
  beforeEach(async () => {
    now = Date.now();
    newsroom = await newsroomApi(app);
  });
  // After the webhooks of the test have been removed.
  afterEach(() => app.jobs.runDue());
  const receiver = prepareWebhookReceiver(() => app);

  function startProcess(dataDir?: string): Promise<TestApp> {
    return testApp({
      testDatabase: { ...testDatabase, close: () => Promise.resolve() },
      env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
      clock: () => new Date(now),
      ...(dataDir !== undefined && { dataDir }),
    });
  }
  const publish = () => newsroom.create({ slug: `event-${(number += 1)}`, is_draft: false });
  /** An event at a time when no session is valid any more. */
  const record = () =>
    app.database.transaction((tx) =>
      recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() })),
    );
  const deliveryCount = () => app.database.db.$count(webhookDeliveries);

  return {
    get app() {
      return app;
    },
    get other() {
      return other;
    },
    get newsroom() {
      return newsroom;
    },
    get now() {
      return now;
    },
    set now(next: number) {
      now = next;
    },
    deliveryCount,
    publish,
    receiver,
    record,
  };
}
