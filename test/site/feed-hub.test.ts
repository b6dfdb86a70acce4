import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeSettings } from '#domain/site/settings.server.ts';
import { adminHeaders } from '../accounts.ts';
import { createAuthor, linkedTo } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { allowOnly } from '../remote-site.ts';
import { changeSettings } from '../settings.ts';

/** A WebSub hub on a port of its own. */
async function startHub() {
  /** The fields of the notifications in order, with the method and content type that they had. */
  const received: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push(`${request.method} ${request.headers['content-type']} ${body}`);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const notificationOf = (path: string) =>
  `POST application/x-www-form-urlencoded hub.mode=publish&hub.url=${encodeURIComponent(PUBLIC_URL + path)}`;
const feedsOf = (page: string) => ['feed.xml', 'rss.xml', 'feed.json'].map((file) => `${page}/${file}`);

describe.each(databaseKindsFor(import.meta.filename))('the hub, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let headers: Record<string, string>;
  let hub: Awaited<ReturnType<typeof startHub>>;
  beforeAll(async () => {
    app = await testApp({ databaseKind, outbound: allowOnly('127.0.0.1') });
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
    const ada = await createAuthor(newsroom, 'Ada', { slug: 'ada' });
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
