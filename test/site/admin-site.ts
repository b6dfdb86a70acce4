import { afterEach, beforeEach } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';

/** An app and the authorization header of an administrator. Both exist while tests run. */
export interface AdminSite {
  readonly app: TestApp;
  readonly headers: Record<string, string>;
  /** Returns the body of a page as text. */
  text(path: string): Promise<string>;
}

/** Starts an app with an empty database before each test of the enclosing `describe`, and closes it after it. */
export function prepareAdminSite(options: TestAppOptions): AdminSite {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeEach(async () => {
    app = await testApp(options);
    headers = await adminHeaders(app);
  });
  afterEach(() => app.close());
  return {
    get app() {
      return app;
    },
    get headers() {
      return headers;
    },
    text: async (path) => (await app.fetch(path)).text(),
  };
}
