import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import { createSections } from '#domain/categories/section.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createSite } from '#domain/site/site.ts';
import { attemptDelivery, type DueDelivery } from '#domain/webhooks/delivering/attempt.server.ts';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import { encryptWebhookSecret, generateSecret } from '#domain/webhooks/signing.server.ts';
import { webhookDeliveries, webhooks } from '#domain/webhooks/tables.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { privateNetworks } from '#platform/outbound/address-policy.server.ts';
import { adminHeaders, makeAccount } from '../accounts.ts';
import { DATABASE_KINDS, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase, type TestDatabase } from '../databases.ts';
import { ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import {
  createWebhook,
  deliveriesOf,
  startWebhookReceiver,
  verifySignature,
  type WebhookReceiver,
} from '../webhook-receiver.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each(DATABASE_KINDS)('events, on the %s database', (databaseKind) => {
  let testDatabase: TestDatabase;
  let app: TestApp;
  /** A second process of the same site. */
  let other: TestApp;
  let newsroom: NewsroomApi;
  let receiver: WebhookReceiver;
  let now = Date.now();
  let number = 0;
  beforeAll(async () => {
    testDatabase = await (databaseKind === 'server' ? openServerTestDatabase() : openEmbeddedTestDatabase());
    const options = {
      testDatabase: { ...testDatabase, close: () => Promise.resolve() },
      env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
      clock: () => new Date(now),
    };
    app = await testApp(options);
    other = await testApp({ ...options, dataDir: app.dataDir });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await testDatabase.close();
  });
  beforeEach(async () => {
    now = Date.now();
    newsroom = await newsroomApi(app);
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    receiver.close();
    await app.database.transaction((tx) => tx.delete(webhooks));
    await app.jobs.runDue();
  });

  const publish = () => newsroom.create({ slug: `event-${(number += 1)}`, is_draft: false });
  /** An event at a time when no session is valid any more. */
  const record = () =>
    app.database.transaction((tx) =>
      recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() })),
    );
  const deliveryCount = () => app.database.db.$count(webhookDeliveries);

  test('that are refused or rolled back are not sent', async () => {
    await createWebhook(newsroom, receiver.url);
    const article = await publish();
    await app.jobs.runDue();
    receiver.received.length = 0;
    const stale = await newsroom.save({ ...article, revision: 7 }, { title: 'Lost update' });
    expect(stale.status).toBe(412);
    const taken = await newsroom.request('POST', '/articles', {
      ...ARTICLE_INPUT,
      slug: article.slug,
      is_draft: false,
    });
    expect(taken.status).toBe(409);
    const rolledBack = app.database.transaction(async (tx) => {
      await recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() }));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await app.jobs.runDue()).toBe(0);
    expect(receiver.received).toEqual([]);
    expect(await deliveryCount()).toBe(1);
  });

  test('cost one query and store nothing without a webhook that receives them', async () => {
    await createWebhook(newsroom, receiver.url, { events: ['subscriber.confirmed'] });
    await app.jobs.runDue();
    const data = vi.fn<() => { id: string }>();
    const sent = await app.database.transaction(async (tx) => {
      const select = vi.spyOn(tx, 'select');
      await recordWebhookEvent(tx, 'subscriber.unsubscribed', data as never);
      return select.mock.calls.length;
    });
    expect(sent).toBe(1);
    expect(data).not.toHaveBeenCalled();
    expect(await deliveryCount()).toBe(0);
  });

  test('are sent by another process if theirs ends after the commit, and by one of two', async () => {
    const { secret } = await createWebhook(newsroom, receiver.url);
    await publish();
    // The process that published it has not run its jobs, as if it had been killed.
    await other.jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    await app.jobs.runDue();
    for (let count = 0; count < 12; count += 1) await publish();
    await Promise.all([app.jobs.runDue(), other.jobs.runDue()]);
    expect(receiver.received).toHaveLength(13);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(13);
    for (const event of receiver.received) verifySignature(event, secret);
  });

  test('are sent again with the same id if the process ends during the request', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    let answerLate = () => {};
    receiver.respond = (response) => (answerLate = () => void response.writeHead(204).end());
    await publish();
    const interrupted = app.jobs.runDue();
    await receiver.waitFor(1);
    // The first process is gone for the second one once its leases have ended.
    await other.jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    now += 2 * MINUTE_MS;
    receiver.respond = (response) => void response.writeHead(204).end();
    await other.jobs.runDue();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    // What the first process learns now is no longer recorded.
    answerLate();
    await interrupted;
    expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('are sent by the next process if theirs stops in order during the request', async () => {
    await createWebhook(newsroom, receiver.url);
    receiver.respond = () => {};
    await publish();
    const stopping = await testApp({
      testDatabase: { ...testDatabase, close: () => Promise.resolve() },
      dataDir: app.dataDir,
      env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
      clock: () => new Date(now),
    });
    stopping.jobs.start();
    await receiver.waitFor(1);
    await stopping.close();
    receiver.respond = (response) => void response.writeHead(204).end();
    await other.jobs.runDue();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  test('are repeated with growing delays, ten times within about three days', async () => {
    const { webhook, secret } = await createWebhook(newsroom, receiver.url);
    receiver.respond = (response) => void response.writeHead(503).end();
    await publish();
    const started = now;
    await app.jobs.runDue();
    const delays: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const [row] = await app.database.db.select().from(webhookDeliveries);
      expect(row).toMatchObject({ state: 'pending', attempts: attempt, responseStatus: 503 });
      const dueAt = row?.dueAt.getTime() ?? 0;
      delays.push(dueAt - now);
      now = dueAt - 1000;
      await app.jobs.runDue();
      expect(receiver.received).toHaveLength(attempt);
      now = dueAt;
      await app.jobs.runDue();
      expect(receiver.received).toHaveLength(attempt + 1);
    }
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays[0]).toBeGreaterThanOrEqual(5_000);
    expect(delays[0]).toBeLessThanOrEqual(5_500);
    expect((now - started) / DAY_MS).toBeGreaterThan(3.1);
    expect((now - started) / DAY_MS).toBeLessThan(3.5);
    const [row] = await app.database.db.select().from(webhookDeliveries);
    expect(row).toMatchObject({
      state: 'failed',
      attempts: 10,
      error: 'The receiver answered with status 503.',
    });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ timestamp }) => timestamp)).size).toBe(10);
    for (const event of receiver.received) verifySignature(event, secret);
    now += 7 * DAY_MS;
    await app.jobs.runDue();
    expect(receiver.received).toHaveLength(10);
    expect(row?.webhookId).toBe(webhook.id);
  });

  test('that succeed after a failure end it; a receiver that fails for five days gets none any more', async () => {
    const administrator = await makeAccount(app, { role: 'admin' });
    const editor = await makeAccount(app, { role: 'editor' });
    await createWebhook(newsroom, receiver.url);
    const state = async () => (await app.database.db.select().from(webhooks))[0];
    receiver.respond = (response) => void response.writeHead(500).end();
    await publish();
    await app.jobs.runDue();
    expect((await state())?.failingSince?.getTime()).toBe(now);
    receiver.respond = (response) => void response.writeHead(200).end();
    now += 6_000;
    await app.jobs.runDue();
    expect(await state()).toMatchObject({ failingSince: null, isEnabled: true });

    receiver.respond = (response) => void response.writeHead(500).end();
    await publish();
    await app.jobs.runDue();
    now += 5 * DAY_MS - HOUR_MS;
    await app.jobs.runDue();
    expect(await state()).toMatchObject({ isEnabled: true });
    now += HOUR_MS;
    await record();
    await app.jobs.runDue();
    expect(await state()).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
    const folder = join(app.dataDir, 'mail');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const notices = files.filter((mail) => mail.includes('Subject: Webhook switched off: Build of the site'));
    expect(notices.filter((mail) => mail.includes(administrator.email))).toHaveLength(1);
    expect(notices.join('')).not.toContain(editor.email);
    expect(notices.join('')).not.toContain(receiver.url);
    const count = receiver.received.length;
    await record();
    now += DAY_MS;
    await app.jobs.runDue();
    expect(receiver.received).toHaveLength(count);
    expect(await deliveryCount()).toBe(3);
  });

  test('end with the first 410, and are resumed by hand', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    receiver.respond = (response) => void response.writeHead(410).end();
    await publish();
    await publish();
    await app.jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    const { body } = await newsroom.request<{ webhooks: object[] }>('GET', '/webhooks');
    expect(body.webhooks).toMatchObject([{ is_enabled: false, disabled_reason: 'gone' }]);
    expect((await deliveriesOf(newsroom, webhook.id)).map(({ state }) => state)).toEqual([
      'canceled',
      'failed',
    ]);
    receiver.respond = (response) => void response.writeHead(200).end();
    const { name, url, events } = webhook;
    await newsroom.request('PUT', `/webhooks/${webhook.id}`, { name, url, events, is_enabled: true });
    await publish();
    await app.jobs.runDue();
    expect(receiver.received).toHaveLength(2);
  });

  test('end with a 410 also if the name of the webhook, from an earlier release, has several lines', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    const name = 'Build\r\nBcc: someone@elsewhere.example';
    await app.database.transaction((tx) => tx.update(webhooks).set({ name }));
    receiver.respond = (response) => void response.writeHead(410).end();
    await publish();
    await app.jobs.runDue();
    now += HOUR_MS;
    await other.jobs.runDue();
    expect(receiver.received).toHaveLength(1);
    const stored = await app.database.db.select().from(webhooks);
    expect(stored).toMatchObject([{ id: webhook.id, isEnabled: false, disabledReason: 'gone' }]);
  });

  // The embedded database has one transaction at a time.
  test.runIf(databaseKind === 'server')(
    'that are recorded while a 410 arrives are canceled too',
    async () => {
      const { webhook } = await createWebhook(newsroom, receiver.url);
      await publish();
      const recorded = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const recording = app.database.transaction(async (tx) => {
        await recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() }));
        recorded.resolve();
        await answered.promise;
      });
      await recorded.promise;
      receiver.respond = (response) => void response.writeHead(410).end();
      const delivering = other.jobs.runDue();
      await vi.waitFor(async () => {
        const waiting = await app.database.db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting.rows).not.toEqual([]);
      }, 20_000);
      answered.resolve();
      await recording;
      await delivering;
      expect((await deliveriesOf(newsroom, webhook.id)).map(({ state }) => state)).toEqual([
        'canceled',
        'failed',
      ]);
    },
  );

  test('for one receiver do not wait for another one that does not answer', async () => {
    const slow = await startWebhookReceiver();
    let answer = () => {};
    slow.respond = (response) => (answer = () => void response.writeHead(200).end());
    await createWebhook(newsroom, slow.url);
    await createWebhook(newsroom, receiver.url);
    await publish();
    const run = app.jobs.runDue();
    await Promise.all([slow.waitFor(1), receiver.waitFor(1)]);
    await publish();
    // The run that waits for the slow receiver takes the event of this job as well.
    await app.jobs.runDue();
    await receiver.waitFor(2);
    expect(slow.received).toHaveLength(1);
    slow.respond = (response) => void response.writeHead(200).end();
    answer();
    await run;
    expect(slow.received).toHaveLength(2);
    expect(receiver.received).toHaveLength(2);
    slow.close();
  });

  test('cannot be signed after the secrets of the site were lost', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    const otherKey = encryptWebhookSecret(
      'another key of thirty-two characters',
      webhook.id,
      generateSecret(),
    );
    await app.database.transaction((tx) => tx.update(webhooks).set({ secret: otherKey }));
    await publish();
    await app.jobs.runDue();
    expect(receiver.received).toEqual([]);
    const { body } = await newsroom.request<{ webhooks: object[] }>('GET', '/webhooks');
    expect(body.webhooks).toMatchObject([{ is_enabled: false, disabled_reason: 'unreadable_secret' }]);
    expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([
      { state: 'failed', error: 'The signing secret cannot be decrypted. Create a new one.' },
    ]);
  });

  test('are not sent to where a redirect points, and an endless answer is not read', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    const ended = Promise.withResolvers<void>();
    receiver.respond = (response) => {
      response.writeHead(307, { location: `${receiver.url}/elsewhere` });
      response.on('close', ended.resolve);
      const fill = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', fill);
      };
      fill();
    };
    await publish();
    await app.jobs.runDue();
    await ended.promise;
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([
      { response_status: 307, error: 'The receiver answered with a redirect (307), which is not followed.' },
    ]);
  });

  test.each([
    ['does not end its preliminary answers', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n',
    ],
  ])('to a receiver that %s are given up at once', async (_, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write(answer);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { webhook } = await createWebhook(newsroom, `http://127.0.0.1:${port}/`);
    await publish();
    await app.jobs.runDue();
    server.close();
    expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([
      { state: 'pending', response_status: null, error: 'The other site cannot be reached.' },
    ]);
  });

  test('to a port that nobody listens on say so', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    receiver.close();
    await publish();
    await app.jobs.runDue();
    expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([
      { response_status: null, error: 'The other site cannot be reached (ECONNREFUSED).' },
    ]);
  });

  test('are listed without their content', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    await publish();
    const list = await app.fetch(`/api/newsroom/webhooks/${webhook.id}/deliveries`, {
      headers: await adminHeaders(app),
    });
    expect(await list.text()).not.toContain(ARTICLE_INPUT.title);
  });
});

test('a receiver that sends its header byte by byte is given up after ten seconds', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const key = 'a key that has more than thirty-two characters';
  const id = uuidv7();
  const due = {
    webhook: {
      id,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      secret: encryptWebhookSecret(key, id, generateSecret()),
      previousSecret: null,
      previousSecretUntil: null,
    },
    delivery: { id: uuidv7(), event: 'webhook.test', createdAt: new Date(), data: { message: 'It works.' } },
  } as DueDelivery;
  const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const deps = {
      database: undefined as never,
      clock: () => new Date(),
      log: silentLog,
      site: () => site,
      key,
      receivers: { addresses: privateNetworks, allowsHttp: true },
    };
    const attempt = attemptDelivery(deps, due, new AbortController().signal);
    await connected;
    vi.advanceTimersByTime(10_000);
    expect(await attempt).toMatchObject({
      kind: 'failed',
      responseStatus: null,
      error: 'The receiver did not answer within 10 seconds.',
    });
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
