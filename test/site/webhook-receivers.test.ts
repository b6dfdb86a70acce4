import { describe, expect, test } from 'vitest';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiWebhook, createWebhook, deliveriesOf, startWebhookReceiver } from '../webhook-receiver.ts';
import { webhookProcesses } from '../webhook-processes.ts';
import { waitForLocks } from './lock-waits.ts';

describe.each(DATABASE_KINDS)('events, by the answer of their receiver (%s database)', (databaseKind) => {
  const context = webhookProcesses(databaseKind);
  const { publish } = context;
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

  test('end with a 410 also if the name of the webhook, from an earlier release, has several lines', async () => {
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

    await move(context.receiver().url);
    context.receiver().respond = (response) => void response.writeHead(500).end();
    await publish();
    await context.app.jobs.runDue();
    expect((await stored())?.failingSince?.getTime()).toBe(context.now);
    await move(moved.url);
    moved.respond = (response) => void response.writeHead(503).end();
    context.now += 6 * DAY_MS;
    await context.record();
    await context.app.jobs.runDue();
    expect(await stored()).toMatchObject({ isEnabled: true, failingSince: new Date(context.now) });
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
