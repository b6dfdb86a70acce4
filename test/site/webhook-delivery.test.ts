import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import { webhookDeliveries, webhooks } from '#domain/webhooks/tables.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { makeAccount } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import {
  createWebhook,
  deliveriesOf,
  verifySignature,
  type ApiWebhook,
  startWebhookReceiver,
} from '../webhook-receiver.ts';
import { webhookProcesses } from '../webhook-processes.ts';
import { waitForLocks } from './lock-waits.ts';

describe.each(DATABASE_KINDS)('events, on the %s database', (databaseKind) => {
  const context = webhookProcesses(databaseKind);
  const { deliveryCount, publish, record } = context;

  test('that are refused or rolled back are not sent', async () => {
    await createWebhook(context.newsroom, context.receiver().url);
    const article = await publish();
    await context.app.jobs.runDue();
    context.receiver().received.length = 0;
    const stale = await context.newsroom.save({ ...article, revision: 7 }, { title: 'Lost update' });
    expect(stale.status).toBe(412);
    const taken = await context.newsroom.request('POST', '/articles', {
      ...ARTICLE_INPUT,
      slug: article.slug,
      is_draft: false,
    });
    expect(taken.status).toBe(409);
    const rolledBack = context.app.database.transaction(async (tx) => {
      await recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() }));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await context.app.jobs.runDue()).toBe(0);
    expect(context.receiver().received).toEqual([]);
    expect(await deliveryCount()).toBe(1);
  });

  test('are sent by another process if theirs ends after the commit, and by one of two', async () => {
    const { secret } = await createWebhook(context.newsroom, context.receiver().url);
    await publish();
    // The process that published it has not run its jobs, as if it had been killed.
    await context.other.jobs.runDue();
    expect(context.receiver().received).toHaveLength(1);
    await context.app.jobs.runDue();
    for (let count = 0; count < 12; count += 1) await publish();
    await Promise.all([context.app.jobs.runDue(), context.other.jobs.runDue()]);
    expect(context.receiver().received).toHaveLength(13);
    expect(new Set(context.receiver().received.map(({ id }) => id)).size).toBe(13);
    for (const event of context.receiver().received) verifySignature(event, secret);
  });

  test('are sent again with the same id if the process ends during the request', async () => {
    const { webhook } = await createWebhook(context.newsroom, context.receiver().url);
    let answerLate = () => {};
    context.receiver().respond = (response) => (answerLate = () => void response.writeHead(204).end());
    await publish();
    const interrupted = context.app.jobs.runDue();
    await context.receiver().waitFor(1);
    // The first process is gone for the second one once its leases have ended.
    await context.other.jobs.runDue();
    expect(context.receiver().received).toHaveLength(1);
    context.now += 2 * MINUTE_MS;
    context.receiver().respond = (response) => void response.writeHead(204).end();
    await context.other.jobs.runDue();
    expect(context.receiver().received).toHaveLength(2);
    expect(context.receiver().received[1]?.id).toBe(context.receiver().received[0]?.id);
    expect(context.receiver().received[1]?.body).toBe(context.receiver().received[0]?.body);
    // What the first process learns now is no longer recorded.
    answerLate();
    await interrupted;
    expect(await deliveriesOf(context.newsroom, webhook.id)).toMatchObject([
      { state: 'delivered', attempts: 1 },
    ]);
  });

  test('are repeated with growing delays, ten times within about three days', async () => {
    const { webhook, secret } = await createWebhook(context.newsroom, context.receiver().url);
    context.receiver().respond = (response) => void response.writeHead(503).end();
    await publish();
    const started = context.now;
    await context.app.jobs.runDue();
    const delays: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const [row] = await context.app.database.db.select().from(webhookDeliveries);
      expect(row).toMatchObject({ state: 'pending', attempts: attempt, responseStatus: 503 });
      const dueAt = row?.dueAt.getTime() ?? 0;
      delays.push(dueAt - context.now);
      context.now = dueAt - 1000;
      await context.app.jobs.runDue();
      expect(context.receiver().received).toHaveLength(attempt);
      context.now = dueAt;
      await context.app.jobs.runDue();
      expect(context.receiver().received).toHaveLength(attempt + 1);
    }
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays[0]).toBeGreaterThanOrEqual(5_000);
    expect(delays[0]).toBeLessThanOrEqual(5_500);
    expect((context.now - started) / DAY_MS).toBeGreaterThan(3.1);
    expect((context.now - started) / DAY_MS).toBeLessThan(3.5);
    const [row] = await context.app.database.db.select().from(webhookDeliveries);
    expect(row).toMatchObject({
      state: 'failed',
      attempts: 10,
      error: 'The receiver answered with status 503.',
    });
    expect(new Set(context.receiver().received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(context.receiver().received.map(({ timestamp }) => timestamp)).size).toBe(10);
    for (const event of context.receiver().received) verifySignature(event, secret);
    context.now += 7 * DAY_MS;
    await context.app.jobs.runDue();
    expect(context.receiver().received).toHaveLength(10);
    expect(row?.webhookId).toBe(webhook.id);
  });

  test('that succeed after a failure end it; a receiver that fails for five days gets none any more', async () => {
    const administrator = await makeAccount(context.app, { role: 'admin' });
    const editor = await makeAccount(context.app, { role: 'editor' });
    await createWebhook(context.newsroom, context.receiver().url);
    const state = async () => (await context.app.database.db.select().from(webhooks))[0];
    context.receiver().respond = (response) => void response.writeHead(500).end();
    await publish();
    await context.app.jobs.runDue();
    expect((await state())?.failingSince?.getTime()).toBe(context.now);
    context.receiver().respond = (response) => void response.writeHead(200).end();
    context.now += 6_000;
    await context.app.jobs.runDue();
    expect(await state()).toMatchObject({ failingSince: null, isEnabled: true });

    context.receiver().respond = (response) => void response.writeHead(500).end();
    await publish();
    await context.app.jobs.runDue();
    context.now += 5 * DAY_MS - HOUR_MS;
    await context.app.jobs.runDue();
    expect(await state()).toMatchObject({ isEnabled: true });
    context.now += HOUR_MS;
    await record();
    await context.app.jobs.runDue();
    expect(await state()).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
    const folder = join(context.app.dataDir, 'mail');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const notices = files.filter((mail) => mail.includes('Subject: Webhook switched off: Build of the site'));
    expect(notices.filter((mail) => mail.includes(administrator.email))).toHaveLength(1);
    expect(notices[0]).toContain('Content-Type: text/html');
    expect(notices.join('')).not.toContain(editor.email);
    expect(notices.join('')).not.toContain(context.receiver().url);
    const count = context.receiver().received.length;
    await record();
    context.now += DAY_MS;
    await context.app.jobs.runDue();
    expect(context.receiver().received).toHaveLength(count);
    expect(await deliveryCount()).toBe(3);
  });

  /** Replaces a webhook, which is switched on by it. */
  const change = ({ id, name, url, events }: ApiWebhook, changed: object = {}) =>
    context.newsroom.request('PUT', `/webhooks/${id}`, { name, url, events, is_enabled: true, ...changed });
  test('end with the first 410, and are resumed by hand', async () => {
    const { webhook } = await createWebhook(context.newsroom, context.receiver().url);
    context.receiver().respond = (response) => void response.writeHead(410).end();
    await publish();
    await publish();
    await context.app.jobs.runDue();
    expect(context.receiver().received).toHaveLength(1);
    const { body } = await context.newsroom.request<{ webhooks: object[] }>('GET', '/webhooks');
    expect(body.webhooks).toMatchObject([{ is_enabled: false, disabled_reason: 'gone' }]);
    expect((await deliveriesOf(context.newsroom, webhook.id)).map(({ state }) => state)).toEqual([
      'canceled',
      'failed',
    ]);
    context.receiver().respond = (response) => void response.writeHead(200).end();
    await change(webhook);
    await publish();
    await context.app.jobs.runDue();
    expect(context.receiver().received).toHaveLength(2);
  });

  test('a 410 of a former address does not switch off a webhook that was moved meanwhile', async () => {
    const { webhook } = await createWebhook(context.newsroom, context.receiver().url);
    const moved = await startWebhookReceiver();
    const stored = async () => (await context.app.database.db.select().from(webhooks))[0];
    const move = (url: string) => change(webhook, { url });
    // The answer of the former receiver arrives after the change.
    let answerLate = () => {};
    context.receiver().respond = (response) => (answerLate = () => void response.writeHead(410).end());
    await publish();
    const running = context.app.jobs.runDue();
    await context.receiver().waitFor(1);
    expect((await move(moved.url)).status).toBe(200);
    answerLate();
    await running;
    await context.app.jobs.runDue();
    expect(moved.received.map(({ id }) => id)).toEqual(context.receiver().received.map(({ id }) => id));
    expect(await stored()).toMatchObject({ isEnabled: true, url: moved.url, failingSince: null });
    moved.close();
  });

  // The embedded database has one transaction at a time.
  test.runIf(databaseKind === 'server')(
    'that are recorded while a 410 arrives are canceled too',
    async () => {
      const { webhook } = await createWebhook(context.newsroom, context.receiver().url);
      await publish();
      const recorded = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const recording = context.app.database.transaction(async (tx) => {
        await recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id: uuidv7() }));
        recorded.resolve();
        await answered.promise;
      });
      await recorded.promise;
      context.receiver().respond = (response) => void response.writeHead(410).end();
      const delivering = context.other.jobs.runDue();
      await waitForLocks(context.app.database);
      answered.resolve();
      await recording;
      await delivering;
      expect((await deliveriesOf(context.newsroom, webhook.id)).map(({ state }) => state)).toEqual([
        'canceled',
        'failed',
      ]);
    },
  );

  test('for one receiver do not wait for another one that does not answer', async () => {
    const slow = await startWebhookReceiver();
    let answer = () => {};
    slow.respond = (response) => (answer = () => void response.writeHead(200).end());
    await createWebhook(context.newsroom, slow.url);
    await createWebhook(context.newsroom, context.receiver().url);
    await publish();
    const run = context.app.jobs.runDue();
    await Promise.all([slow.waitFor(1), context.receiver().waitFor(1)]);
    await publish();
    // The run that waits for the slow receiver takes the event of this job as well.
    await context.app.jobs.runDue();
    await context.receiver().waitFor(2);
    expect(slow.received).toHaveLength(1);
    slow.respond = (response) => void response.writeHead(200).end();
    answer();
    await run;
    expect(slow.received).toHaveLength(2);
    expect(context.receiver().received).toHaveLength(2);
    slow.close();
  });

  test('are not sent to where a redirect points, and an endless answer is not read', async () => {
    const { webhook } = await createWebhook(context.newsroom, context.receiver().url);
    const ended = Promise.withResolvers<void>();
    context.receiver().respond = (response) => {
      response.writeHead(307, { location: `${context.receiver().url}/elsewhere` });
      response.on('close', ended.resolve);
      const fill = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', fill);
      };
      fill();
    };
    await publish();
    await context.app.jobs.runDue();
    await ended.promise;
    expect(context.receiver().received).toHaveLength(1);
    expect(await deliveriesOf(context.newsroom, webhook.id)).toMatchObject([
      {
        response_status: 307,
        error: 'The receiver answered with a redirect (307), which is not followed.',
      },
    ]);
  });
});
