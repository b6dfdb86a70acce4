import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { tokenFor } from '#domain/newsletter/tokens.server.ts';
import { webhookDeliveries, webhooks } from '#domain/webhooks/tables.server.ts';
import { loadSecrets } from '#platform/secrets.server.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { dump, makeSubscribers, submitForm } from '../newsletter.ts';
import { ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import {
  ALL_EVENTS,
  type ApiWebhook,
  createWebhook,
  deliveriesOf,
  startWebhookReceiver,
  verifySignature,
  type WebhookReceiver,
} from '../webhook-receiver.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databaseKindsFor(import.meta.filename))('webhooks, on the %s database', (databaseKind) => {
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

  describe('send', () => {
    let secret: string;
    beforeEach(async () => {
      ({ secret } = await createWebhook(newsroom, receiver.url));
    });

    async function receiveOne() {
      const [event, ...others] = await receive();
      expect(others).toEqual([]);
      if (event === undefined) throw new Error('no event was received');
      verifySignature(event, secret);
      return event;
    }

    test('what readers see of an article, and nothing of a draft', async () => {
      const slug = newSlug();
      const draft = await newsroom.create({ slug, tags: ['Rivers'], is_draft: true });
      expect(await receive()).toEqual([]);
      const { body: published } = await newsroom.save(draft, { is_draft: false });
      const event = await receiveOne();
      expect(event.headers['content-type']).toBe('application/json');
      expect(event.headers['user-agent']).toBe('Meridian');
      expect(event.type).toBe('article.published');
      expect(event.data).toEqual({
        id: draft.id,
        url: `${PUBLIC_URL}/article/${slug}`,
        previous_url: null,
        title: ARTICLE_INPUT.title,
        excerpt: ARTICLE_INPUT.excerpt,
        section: 'sports',
        authors: [published['author_name']],
        tags: ['Rivers'],
        published_at: published.publish_date,
        updated_at: published['updated_at'],
      });
      expect(Object.keys(JSON.parse(event.body) as object)).toEqual(['type', 'timestamp', 'data']);
      expect(event.body).not.toContain('nine days');

      const { body: same } = await newsroom.save(published, {});
      const { body: featured } = await newsroom.save(same, { featured: true });
      expect(await receive()).toEqual([]);
      const { body: changed } = await newsroom.save(featured, { content: '<p>It rained for ten days.</p>' });
      expect(await receiveOne()).toMatchObject({ type: 'article.updated', data: { previous_url: null } });
      const { body: moved } = await newsroom.save(changed, { slug: `${slug}-moved` });
      expect((await receiveOne()).data).toMatchObject({
        url: `${PUBLIC_URL}/article/${slug}-moved`,
        previous_url: `${PUBLIC_URL}/article/${slug}`,
      });
      const { body: offline } = await newsroom.save(moved, { is_draft: true });
      expect(await receiveOne()).toMatchObject({
        type: 'article.unpublished',
        data: { id: draft.id, url: `${PUBLIC_URL}/article/${slug}-moved`, reason: 'unpublished' },
      });
      const { body: unseen } = await newsroom.save(offline, { title: 'A working title' });
      expect(await receive()).toEqual([]);
      await newsroom.save(unseen, { is_draft: false });
      expect(await receiveOne()).toMatchObject({
        type: 'article.published',
        data: { title: 'A working title' },
      });
      await newsroom.request('DELETE', `/articles/${draft.id}`);
      expect(await receiveOne()).toMatchObject({ type: 'article.unpublished', data: { reason: 'deleted' } });
      await newsroom.request('POST', `/articles/${draft.id}/restoration`);
      expect(await receiveOne()).toMatchObject({ type: 'article.published' });
    });

    test('pending changes when they are published, not when they are saved', async () => {
      const article = await newsroom.create({ slug: newSlug(), is_draft: false });
      await receiveOne();
      const saved = await newsroom.request<{ revision: number }>(
        'PUT',
        `/articles/${article.id}/pending-changes`,
        { ...article, title: 'A title for tomorrow' },
        { 'if-match': `"${article.revision}"` },
      );
      expect(saved.status).toBe(200);
      expect(await receive()).toEqual([]);
      const published = await newsroom.request(
        'POST',
        `/articles/${article.id}/pending-changes/publication`,
        undefined,
        { 'if-match': `"${saved.body.revision}"` },
      );
      expect(published.status).toBe(200);
      expect(await receiveOne()).toMatchObject({
        type: 'article.updated',
        data: { title: 'A title for tomorrow' },
      });
    });

    test('a scheduled publication at its time', async () => {
      const draft = await newsroom.create({ slug: newSlug() });
      const { status } = await newsroom.request(
        'PUT',
        `/articles/${draft.id}/schedule`,
        { action: 'publish', at: new Date(now + HOUR_MS).toISOString() },
        { 'if-match': `"${draft.revision}"` },
      );
      expect(status).toBe(200);
      expect(await receive()).toEqual([]);
      now += 2 * HOUR_MS;
      expect(await receiveOne()).toMatchObject({ type: 'article.published', data: { id: draft.id } });
    });

    test('comments without their text and author', async () => {
      const slug = newSlug();
      const { id } = await newsroom.create({ slug, is_draft: false });
      await receiveOne();
      const post = (comment_text: string, given = {}) =>
        postJson(
          app,
          `/api/articles/${slug}/comments`,
          { user_email: 'rosa@reader.example', comment_text, ...given },
          { 'x-forwarded-for': `198.51.100.${(number += 1)}` },
        );
      await post('A casino, held by the honeypot', { website: 'filled' });
      const held = await receiveOne();
      const article = { id, url: `${PUBLIC_URL}/article/${slug}` };
      expect(held).toMatchObject({ type: 'comment.created', data: { state: 'held', url: null, article } });
      const { id: commentId } = held.data as { id: string };
      await newsroom.request('POST', `/comments/${commentId}/approval`);
      const approved = await receiveOne();
      const url = `${PUBLIC_URL}/article/${slug}/comments/${commentId}`;
      expect(approved).toMatchObject({
        type: 'comment.published',
        data: { id: commentId, state: 'published', url, article },
      });
      expect((await app.fetch(url)).status).toBe(302);
      await newsroom.request('DELETE', `/comments/${commentId}`);
      expect(await receive()).toEqual([]);
      await post('I have been there.');
      const [created, published] = await receive();
      expect([created?.type, published?.type]).toEqual(['comment.created', 'comment.published']);
      for (const { body } of [held, approved, created, published].flatMap((event) => event ?? []))
        expect(body).not.toMatch(/rosa|reader\.example|casino|been there/);
    });

    test('the id of a subscriber, without the address', async () => {
      const pendingRow = { status: 'pending' as const, confirmedAt: null };
      const [row] = await makeSubscribers(app.database, ['nia@reader.example'], pendingRow);
      const { newsletterKey } = await loadSecrets(app.dataDir, () => Promise.resolve(true));
      const linkTo = (purpose: 'confirm' | 'unsubscribe') =>
        `/newsletter/${purpose}?token=${tokenFor(newsletterKey, purpose, row?.id ?? '')}`;
      const confirm = linkTo('confirm');
      await submitForm(app, confirm);
      await submitForm(app, confirm);
      expect(await receiveOne()).toMatchObject({ type: 'subscriber.confirmed', data: { id: row?.id } });
      const unsubscribe = linkTo('unsubscribe');
      await submitForm(app, unsubscribe);
      await submitForm(app, unsubscribe);
      const ended = await receiveOne();
      expect(ended).toMatchObject({
        type: 'subscriber.unsubscribed',
        data: { id: row?.id, reason: 'unsubscribed' },
      });
      expect(ended.body).not.toContain('nia');
      const [deleted, blocked, pending] = [
        ...(await makeSubscribers(app.database, ['a@reader.example', 'b@reader.example'])),
        ...(await makeSubscribers(app.database, ['c@reader.example'], {
          status: 'pending',
          confirmedAt: null,
        })),
      ];
      for (const subscriber of [deleted, pending])
        await newsroom.request('DELETE', `/newsletter/subscribers/${subscriber?.id}`);
      expect((await receiveOne()).data).toEqual({ id: deleted?.id, reason: 'deleted' });
      await newsroom.request('PATCH', `/newsletter/subscribers/${blocked?.id}`, { blocked: true });
      expect((await receiveOne()).data).toEqual({ id: blocked?.id, reason: 'blocked' });
    });

    test('nothing of an import of subscribers', async () => {
      const csv = 'email,status,consent,confirmed_at\nlist@reader.example,confirmed,Yes,2026-01-01\n';
      const { status } = await app.fetch('/api/newsroom/newsletter/imports?as=confirmed', {
        method: 'POST',
        headers: { ...(await adminHeaders(app)), 'content-type': 'text/csv' },
        body: csv,
      });
      expect(status).toBe(200);
      expect(await receive()).toEqual([]);
    });
  });

  test('get only the events they want, and none while they are off', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url, { events: ['article.unpublished'] });
    const article = await newsroom.create({ slug: newSlug(), is_draft: false });
    expect(await receive()).toEqual([]);
    const change = (is_enabled: boolean) =>
      newsroom.request('PUT', `/webhooks/${webhook.id}`, { ...inputOf(webhook), is_enabled });
    const { body: off } = await change(false);
    expect(off).toMatchObject({ is_enabled: false, disabled_reason: null });
    const { body: offline } = await newsroom.save(article, { is_draft: true });
    expect((await newsroom.request('POST', `/webhooks/${webhook.id}/tests`)).status).toBe(409);
    await change(true);
    expect(await receive()).toEqual([]);
    const { body: online } = await newsroom.save(offline, { is_draft: false });
    await newsroom.save(online, { is_draft: true });
    // Switching it off cancels what was not sent.
    await change(false);
    await change(true);
    expect(await receive()).toEqual([]);
    const [canceled] = await deliveriesOf(newsroom, webhook.id);
    expect(canceled).toMatchObject({
      event: 'article.unpublished',
      state: 'canceled',
      error: 'The webhook was switched off.',
    });
    const again = `/webhooks/${webhook.id}/deliveries/${canceled?.id}/repetitions`;
    expect((await newsroom.request('POST', again)).status).toBe(202);
    expect((await receive()).map(({ id }) => id)).toEqual([canceled?.id]);
  });

  test('show a secret once, and store it encrypted', async () => {
    const { webhook, secret } = await createWebhook(newsroom, receiver.url);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const list = await newsroom.text('/webhooks');
    expect(list).toContain(webhook.id);
    expect(list).not.toContain('whsec_');
    const rows = JSON.stringify(await dump(app.database));
    expect(rows).not.toContain(secret.slice(6, -1));
    const events = await app.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, webhook.id));
    expect(events.map(({ action, objectName }) => [action, objectName])).toEqual([
      ['webhook_created', 'Build of the site'],
    ]);
    expect(JSON.stringify(events)).not.toContain(receiver.url);
  });

  test('sign with the former secret too, for a day after it was replaced', async () => {
    const { webhook, secret: former } = await createWebhook(newsroom, receiver.url);
    const { status, body } = await newsroom.request<{ secret: string; webhook: ApiWebhook }>(
      'POST',
      `/webhooks/${webhook.id}/secrets`,
    );
    expect(status).toBe(201);
    expect(body.webhook['previous_secret_until']).toBe(new Date(now + DAY_MS).toISOString());
    const sendTest = async () => {
      await newsroom.request('POST', `/webhooks/${webhook.id}/tests`);
      const [event] = await receive();
      if (event === undefined) throw new Error('no event was received');
      return event;
    };
    const both = await sendTest();
    expect(both).toMatchObject({ type: 'webhook.test', data: { message: 'It works.' } });
    verifySignature(both, former);
    verifySignature(both, body.secret);
    now += DAY_MS;
    const one = await sendTest();
    verifySignature(one, body.secret);
    expect(() => verifySignature(one, former)).toThrow('No matching signature');
    expect(() => verifySignature({ ...one, body: one.body.replace('works', 'fails') }, body.secret)).toThrow(
      'No matching signature',
    );
  });

  test('have a log, from which events are sent again with the same id', async () => {
    const { webhook } = await createWebhook(newsroom, receiver.url);
    for (let count = 0; count < 21; count += 1) await newsroom.create({ slug: newSlug(), is_draft: false });
    expect(await receive()).toHaveLength(21);
    const pageOf = async (page: number) =>
      (await newsroom.request('GET', `/webhooks/${webhook.id}/deliveries?page=${page}`)).body;
    expect(await pageOf(1)).toMatchObject({ total: 21, page: 1, page_count: 2 });
    expect((await pageOf(2))['deliveries']).toHaveLength(1);
    const [newest] = await deliveriesOf(newsroom, webhook.id);
    expect(newest).toMatchObject({
      event: 'article.published',
      state: 'delivered',
      attempts: 1,
      response_status: 204,
      error: null,
    });
    const again = `/webhooks/${webhook.id}/deliveries/${newest?.id}/repetitions`;
    expect((await newsroom.request('POST', again)).body).toMatchObject({ state: 'pending', due_at: null });
    expect((await receive()).map(({ id }) => id)).toEqual([newest?.id]);
    const other = await createWebhook(newsroom, receiver.url, { name: 'Another one' });
    const wrong = `/webhooks/${other.webhook.id}/deliveries/${newest?.id}/repetitions`;
    expect((await newsroom.request('POST', wrong)).status).toBe(404);
    expect(await receive()).toEqual([]);
  });

  test.each([
    ['url', { url: 'not an address' }],
    ['url', { url: 'ftp://127.0.0.1/' }],
    ['url', { url: 'http://user:password@127.0.0.1/' }],
    // The metadata service of clouds, whatever is allowed.
    ['url', { url: 'http://169.254.169.254/latest/' }],
    ['url', { url: `https://news.example/${'x'.repeat(1000)}` }],
    // Longer once it is encoded.
    ['url', { url: `https://news.example/${'é'.repeat(400)}` }],
    ['name', { name: ' ' }],
    ['name', { name: '\u200b' }],
    ['name', { name: 'Build\r\nBcc: someone@elsewhere.example' }],
    ['name', { name: 'Build \u202egnp.exe' }],
    ['name', { name: 'x'.repeat(101) }],
    ['events', { events: [] }],
    ['events', { events: ['article.deleted'] }],
    ['secret', { secret: 'whsec_c2VjcmV0' }],
  ])('are refused with an invalid %s: %o', async (field, change) => {
    const input = { name: 'Receiver', url: receiver.url, events: ALL_EVENTS, ...change };
    const { status, body } = await newsroom.request('POST', '/webhooks', input);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
    expect((await newsroom.request('GET', '/webhooks')).body).toEqual({ webhooks: [] });
  });

  test('are at most ten, and disappear with their logs', async () => {
    for (let count = 0; count < 10; count += 1) await createWebhook(newsroom, receiver.url);
    const eleventh = createWebhook(newsroom, receiver.url);
    await expect(eleventh).rejects.toThrow('There can be at most 10 webhooks.');
    await newsroom.create({ slug: newSlug(), is_draft: false });
    const { body } = await newsroom.request<{ webhooks: ApiWebhook[] }>('GET', '/webhooks');
    for (const { id } of body.webhooks)
      expect((await newsroom.request('DELETE', `/webhooks/${id}`)).status).toBe(204);
    expect(await receive()).toEqual([]);
    expect(await app.database.db.$count(webhookDeliveries)).toBe(0);
  });

  // The last test: sessions end while the time passes.
  test('keep finished deliveries for 30 days', async () => {
    await createWebhook(newsroom, receiver.url);
    await newsroom.create({ slug: newSlug(), is_draft: false });
    await receive();
    now = Date.now() + 29 * DAY_MS;
    await app.jobs.runDue();
    expect(await app.database.db.$count(webhookDeliveries)).toBe(1);
    now = Date.now() + 31 * DAY_MS;
    await app.jobs.runDue();
    expect(await app.database.db.$count(webhookDeliveries)).toBe(0);
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
