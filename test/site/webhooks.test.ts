import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor, testApp } from '../app.ts';
import { dump } from '../newsletter.ts';
import { newsroomApi } from '../newsroom-api.ts';
import {
  type ApiWebhook,
  createWebhook,
  deliveriesOf,
  startWebhookReceiver,
  verifySignature,
} from '../webhook-receiver.ts';
import { webhookContext } from '../webhook-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('webhooks, on the %s database', (databaseKind) => {
  const context = webhookContext(databaseKind);
  const { newSlug, receive } = context;

  test('get only the events they want, and none while they are off', async () => {
    const { webhook } = await createWebhook(context.newsroom, context.receiver().url, {
      events: ['article.unpublished'],
    });
    const article = await context.newsroom.create({ slug: newSlug(), is_draft: false });
    expect(await receive()).toEqual([]);
    const change = (is_enabled: boolean) =>
      context.newsroom.request('PUT', `/webhooks/${webhook.id}`, { ...inputOf(webhook), is_enabled });
    const { body: off } = await change(false);
    expect(off).toMatchObject({ is_enabled: false, disabled_reason: null });
    const { body: offline } = await context.newsroom.save(article, { is_draft: true });
    expect((await context.newsroom.request('POST', `/webhooks/${webhook.id}/tests`)).status).toBe(409);
    await change(true);
    expect(await receive()).toEqual([]);
    const { body: online } = await context.newsroom.save(offline, { is_draft: false });
    await context.newsroom.save(online, { is_draft: true });
    // Switching it off cancels what was not sent.
    await change(false);
    await change(true);
    expect(await receive()).toEqual([]);
    const [canceled] = await deliveriesOf(context.newsroom, webhook.id);
    expect(canceled).toMatchObject({
      event: 'article.unpublished',
      state: 'canceled',
      error: 'The webhook was switched off.',
    });
    const again = `/webhooks/${webhook.id}/deliveries/${canceled?.id}/repetitions`;
    expect((await context.newsroom.request('POST', again)).status).toBe(202);
    expect((await receive()).map(({ id }) => id)).toEqual([canceled?.id]);
  });

  test('show a secret once, and store it encrypted', async () => {
    const { webhook, secret } = await createWebhook(context.newsroom, context.receiver().url);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const list = await context.newsroom.text('/webhooks');
    expect(list).toContain(webhook.id);
    expect(list).not.toContain('whsec_');
    const rows = JSON.stringify(await dump(context.app.database));
    expect(rows).not.toContain(secret.slice(6, -1));
    const events = await context.app.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, webhook.id));
    expect(events.map(({ action, objectName }) => [action, objectName])).toEqual([
      ['webhook_created', 'Build of the site'],
    ]);
    expect(JSON.stringify(events)).not.toContain(context.receiver().url);
  });

  test('sign with the former secret too, for a day after it was replaced', async () => {
    const { webhook, secret: former } = await createWebhook(context.newsroom, context.receiver().url);
    const { status, body } = await context.newsroom.request<{ secret: string; webhook: ApiWebhook }>(
      'POST',
      `/webhooks/${webhook.id}/secrets`,
    );
    expect(status).toBe(201);
    expect(body.webhook['previous_secret_until']).toBe(
      new Date(context.now.getTime() + DAY_MS).toISOString(),
    );
    const sendTest = async () => {
      await context.newsroom.request('POST', `/webhooks/${webhook.id}/tests`);
      const [event] = await receive();
      if (event === undefined) throw new Error('no event was received');
      return event;
    };
    const both = await sendTest();
    expect(both).toMatchObject({ type: 'webhook.test', data: { message: 'It works.' } });
    verifySignature(both, former);
    verifySignature(both, body.secret);
    context.now = new Date(context.now.getTime() + DAY_MS);
    const one = await sendTest();
    verifySignature(one, body.secret);
    expect(() => verifySignature(one, former)).toThrow('No matching signature');
    expect(() => verifySignature({ ...one, body: one.body.replace('works', 'fails') }, body.secret)).toThrow(
      'No matching signature',
    );
  });

  test.each([
    ['url', { url: 'not an address' }],
    ['url', { url: 'ftp://127.0.0.1/' }],
    ['url', { url: 'http://user:password@127.0.0.1/' }],
    // The metadata service of clouds, whatever is allowed.
    ['url', { url: 'http://169.254.169.254/latest/' }],
    ['name', { name: 'Build\r\nBcc: someone@elsewhere.example' }],
    ['secret', { secret: 'whsec_c2VjcmV0' }],
  ])('are refused with an invalid %s: %o', async (field, change) => {
    const input = { name: 'Receiver', url: context.receiver().url, events: WEBHOOK_EVENTS, ...change };
    const { status, body } = await context.newsroom.request('POST', '/webhooks', input);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
    expect((await context.newsroom.request('GET', '/webhooks')).body).toEqual({ webhooks: [] });
  });
});

test('without WEBHOOK_PRIVATE_ADDRESSES, only https on the public internet is allowed', async () => {
  const app = await testApp();
  const newsroom = await newsroomApi(app);
  const receiver = await startWebhookReceiver();
  for (const url of [
    receiver.url,
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://news.example/',
  ])
    await expect(createWebhook(newsroom, url)).rejects.toThrow('422');
  // Host names are resolved when an event is sent.
  const { webhook } = await createWebhook(newsroom, 'https://localhost/');
  await newsroom.create({ is_draft: false });
  await app.jobs.runDue();
  expect(await deliveriesOf(newsroom, webhook.id)).toMatchObject([
    { state: 'pending', attempts: 1, error: 'The address is not on the public internet.' },
  ]);
  expect(receiver.received).toEqual([]);
  receiver.close();
  await app.close();
});

/** The input that would leave a webhook as it is. */
function inputOf({ name, url, events, is_enabled }: ApiWebhook) {
  return { name, url, events, is_enabled };
}
