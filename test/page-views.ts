import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import type { SettingsPatch } from '#domain/site/settings.ts';
import { pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { get, split } from '#http/fast-path/site-under-test.ts';
import { PUBLIC_URL, type TestApp, testApp } from './app.ts';
import { newsroomApi, type NewsroomApi } from './newsroom-api.ts';
import type { DatabaseKind } from './full.ts';

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

const browse = (path: string, ...fields: string[]) => get(path, `User-Agent: ${BROWSER}`, ...fields);

/** A site with an editor for all tests of a suite, which listens. Views and articles of a test are removed after it. */
export function pageViewContext(databaseKind: DatabaseKind) {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let now = new Date('2026-03-10T12:00:00Z');
  const httpRequests: string[] = [];
  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    newsroom = await newsroomApi(app, 'editor');
    app.server.prependListener('request', ({ url = '' }) => void httpRequests.push(url));
    app.server.listen(0, '127.0.0.1');
    await once(app.server, 'listening');
  }, 60_000);
  afterAll(async () => {
    app.server.closeAllConnections();
    app.server.close();
    await app.close();
  });
  beforeEach(() => void (now = new Date('2026-03-10T12:00:00Z')));
  afterEach(async () => {
    await report();
    httpRequests.length = 0;
    await app.database.transaction(async (tx) => {
      for (const table of [pageViews, referrerViews, articles]) await tx.delete(table);
      await storeSettings(tx, null, { statistics_page_views: true, publication_time_zone: 'UTC' });
      tx.purge('*');
    });
  });

  const report = async (period = '7d') =>
    (await newsroom.request<Report>('GET', `/statistics?period=${period}`)).body;
  const change = (patch: SettingsPatch) => app.database.transaction((tx) => storeSettings(tx, null, patch));
  const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    app.fetch(new Request(PUBLIC_URL + path, { method, headers: { ...AGENT, ...headers } }));
  /** The views of today: those of articles, of the home page, of listings and of other pages. */
  async function today(): Promise<readonly unknown[]> {
    const last = (await report()).views.at(-1);
    return [last?.['article'], last?.['home'], last?.['listing'], last?.['other']];
  }

  /** Sends the requests on one connection, each after the response to the previous one. */
  async function onConnection(...requests: readonly string[]): Promise<string[]> {
    const { port } = app.server.address() as AddressInfo;
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

  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    get now() {
      return now;
    },
    set now(next: Date) {
      now = next;
    },
    get httpRequests() {
      return httpRequests;
    },
    browse,
    change,
    onConnection,
    open,
    report,
    today,
  };
}
