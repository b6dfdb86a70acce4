import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeSettings } from '#domain/site/settings.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { adminHeaders } from '../accounts.ts';
import { createAuthor, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { allowOnly } from '../remote-site.ts';
import { changeSettings } from '../settings.ts';

interface Hub {
  readonly url: string;
  /** The fields of the notifications in order, with the method and content type that they had. */
  readonly received: string[];
  /** 0: never answers. */
  status: number;
  /** More headers of its answers. */
  headers: Readonly<Record<string, string>>;
  /** Resolves at the next request. */
  nextRequest(): Promise<void>;
  close(): void;
}

/** A WebSub hub on a port of its own. */
async function startHub(): Promise<Hub> {
  const received: string[] = [];
  let requested = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push(`${request.method} ${request.headers['content-type']} ${body}`);
    requested.resolve();
    if (hub.status > 0) response.writeHead(hub.status, { location: '/elsewhere', ...hub.headers }).end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hub: Hub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    received,
    status: 204,
    headers: {},
    async nextRequest() {
      requested = Promise.withResolvers();
      await requested.promise;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return hub;
}

const notificationOf = (path: string) =>
  `POST application/x-www-form-urlencoded hub.mode=publish&hub.url=${encodeURIComponent(PUBLIC_URL + path)}`;
const feedsOf = (page: string) => ['feed.xml', 'rss.xml', 'feed.json'].map((file) => `${page}/${file}`);

describe.each(databaseKindsFor(import.meta.filename))('the hub, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let headers: Record<string, string>;
  let hub: Hub;
  let now = Date.now();
  beforeAll(async () => {
    app = await testApp({ databaseKind, outbound: allowOnly('127.0.0.1'), clock: () => new Date(now) });
    newsroom = await newsroomApi(app);
    headers = await adminHeaders(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    hub = await startHub();
    await changeSettings(app, headers, { discovery_hub: hub.url });
  });
  afterEach(() => hub.close());

  test('is notified of the feeds that a public change concerns, and of no draft', async () => {
    const ada = await createAuthor(newsroom, `Ada ${now}`, { slug: 'ada' });
    const draft = await newsroom.create({ slug: 'piece', bylines: [linkedTo(ada)], tags: ['Deep water'] });
    await app.jobs.runDue();
    expect(hub.received).toEqual([]);
    const { body: published } = await newsroom.save(draft, { is_draft: false });
    await app.jobs.runDue();
    const concerned = ['', '/sports', '/author/ada', '/tag/deep-water'].flatMap(feedsOf).map(notificationOf);
    expect(hub.received.toSorted()).toEqual(concerned.toSorted());
    hub.received.length = 0;
    const { body: moved } = await newsroom.save(published, { category_slug: 'culture' });
    await app.jobs.runDue();
    const afterMove = [...concerned, ...feedsOf('/culture').map(notificationOf)];
    expect(hub.received.toSorted()).toEqual(afterMove.toSorted());
    hub.received.length = 0;
    await changeSettings(app, headers, { discovery_hub: '' });
    await newsroom.save(moved, { is_draft: true });
    await app.jobs.runDue();
    expect(hub.received).toEqual([]);
  });

  test.each([500, 302, 429])('that answers %i is notified again, but not before it says', async (status) => {
    hub.status = status;
    const wait = status === 429 ? 2 * HOUR_MS : HOUR_MS;
    if (status === 429) hub.headers = { 'retry-after': '7200' };
    const article = await newsroom.create({ slug: `retried-${status}`, is_draft: false });
    await app.jobs.runDue();
    now += wait - 1000;
    if (status === 429) await app.jobs.runDue();
    expect(hub.received).toHaveLength(1);
    now += 1000;
    hub.status = 202;
    await app.jobs.runDue();
    expect(hub.received).toHaveLength(1 + 6);
    await newsroom.save(article, { is_draft: true });
    await app.jobs.runDue();
  });
});

test('a hub that is not on the public internet is not contacted, and its address is a URL', async () => {
  const hub = await startHub();
  const app = await testApp();
  const headers = await adminHeaders(app);
  for (const address of [
    'ftp://hub.example',
    'javascript:alert(1)',
    'hub.example',
    `https://${'x'.repeat(300)}`,
    // Those that the site would send no request to.
    hub.url,
    'https://10.0.0.8/hub',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://hub.example:8443/',
    'https://user:password@hub.example/',
  ])
    await expect(changeSettings(app, headers, { discovery_hub: address })).rejects.toThrow('discovery_hub');
  // One that an earlier release has stored.
  await app.database.transaction((tx) => storeSettings(tx, null, { discovery_hub: hub.url }));
  await (await newsroomApi(app)).create({ is_draft: false });
  expect(await app.jobs.runDue()).toBeGreaterThan(0);
  expect(hub.received).toEqual([]);
  await app.close();
  hub.close();
});
