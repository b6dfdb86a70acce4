import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { type TestApp, testApp } from './app.ts';
import { type NewsroomApi, newsroomApi } from './newsroom-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import type { DatabaseKind } from './full.ts';

/** A site for all tests of a suite, with a receiver for each test. The webhooks of a test are removed after it. */
export function webhookContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let receiver: WebhookReceiver;
  let now = Date.now();
  let number = 0;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      env: { WEBHOOK_PRIVATE_ADDRESSES: 'on', TRUST_PROXY: '1' },
      clock: () => new Date(now),
    });
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    receiver.close();
    await app.database.transaction((tx) => tx.delete(webhooks));
  });

  const newSlug = () => `piece-${(number += 1)}`;
  /** Runs the jobs and takes what the receiver got since the last call. */
  async function receive() {
    await app.jobs.runDue();
    return receiver.received.splice(0);
  }

  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    get receiver() {
      return receiver;
    },
    get now() {
      return now;
    },
    set now(next: number) {
      now = next;
    },
    newSlug,
    receive,
  };
}
