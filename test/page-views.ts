import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import type { SettingsPatch } from '#domain/site/settings.ts';
import { pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { get, split } from '#http/fast-path/site-under-test.ts';
import { PUBLIC_URL } from './app.ts';
import type { DatabaseKind } from './full.ts';
import { prepareClockedNewsroomSite } from './site/newsroom-site.ts';

interface Report {
  readonly counting: boolean;
  readonly unit: string;
  readonly views: readonly { readonly start: string; readonly [kind: string]: unknown }[];
  readonly articles: readonly {
    readonly title: string;
    readonly path: string | null;
    readonly views: number;
  }[];
  readonly referrers: readonly { readonly host: string | null; readonly views: number }[];
}

export const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
export const AGENT = { 'user-agent': BROWSER };

/** The time at which every test starts. */
const START = new Date('2026-03-10T12:00:00Z');

const browse = (path: string, ...fields: string[]) => get(path, `User-Agent: ${BROWSER}`, ...fields);

/** A site with an editor for all tests of a suite, which listens. Views and articles of a test are removed after it. */
export function pageViewContext(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind }, { role: 'editor' });
  site.now = START;
  const httpRequests: string[] = [];
  beforeAll(async () => {
    const { server } = site.app;
    server.prependListener('request', ({ url = '' }) => void httpRequests.push(url));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    site.app.server.closeAllConnections();
    site.app.server.close();
  });
  beforeEach(() => void (site.now = START));
  afterEach(async () => {
    await report();
    httpRequests.length = 0;
    await site.app.database.transaction(async (tx) => {
      for (const table of [pageViews, referrerViews, articles]) await tx.delete(table);
      await storeSettings(tx, null, { statistics_page_views: true, publication_time_zone: 'UTC' });
      tx.purge('*');
    });
  });

  const report = async (period = '7d') =>
    (await site.newsroom.request<Report>('GET', `/statistics?period=${period}`)).body;
  const change = (patch: SettingsPatch) =>
    site.app.database.transaction((tx) => storeSettings(tx, null, patch));
  const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    site.app.fetch(new Request(PUBLIC_URL + path, { method, headers: { ...AGENT, ...headers } }));
  /** The views of today: those of articles, of the home page, of listings and of other pages. */
  async function today(): Promise<readonly unknown[]> {
    const last = (await report()).views.at(-1);
    return [last?.['article'], last?.['home'], last?.['listing'], last?.['other']];
  }

  /** Sends the requests on one connection, each after the response to the previous one. */
  async function onConnection(...requests: readonly string[]): Promise<string[]> {
    const { port } = site.app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    for (const [index, request] of requests.entries()) {
      socket.write(request);
      await expect.poll(() => split(received).length, { interval: 5 }).toBe(index + 1);
    }
    return split(received);
  }

  return Object.assign(site, { browse, change, httpRequests, onConnection, open, report, today });
}
