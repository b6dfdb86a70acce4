import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

/** An app, and two ways to send requests as an administrator. All exist while tests run. */
export interface AdminSite {
  readonly app: TestApp;
  readonly headers: Record<string, string>;
  readonly newsroom: NewsroomApi;
  /** Returns the body of a page as text. */
  text(path: string): Promise<string>;
}

/** @param scope whether one app serves all tests of the enclosing `describe`, or every test has its own */
export function prepareAdminSite(options: TestAppOptions, scope: 'all' | 'each' = 'each'): AdminSite {
  let app: TestApp;
  let headers: Record<string, string>;
  let newsroom: NewsroomApi;
  const [before, after] = scope === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    app = await testApp(options);
    headers = await adminHeaders(app);
    newsroom = await newsroomApi(app);
  });
  after(() => app.close());
  return {
    get app() {
      return app;
    },
    get headers() {
      return headers;
    },
    get newsroom() {
      return newsroom;
    },
    text: async (path) => (await app.fetch(path)).text(),
  };
}
