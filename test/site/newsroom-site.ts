import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

/** A site and a client of its newsroom API. Both exist while tests run. */
export interface NewsroomSite {
  readonly app: TestApp;
  readonly newsroom: NewsroomApi;
  /** Returns the body of a page as text. */
  text(path: string): Promise<string>;
}

/**
 * Opens a site before the tests of the enclosing `describe`, and closes it after them.
 * @param role of the account of the client
 */
export function prepareNewsroomSite(options: TestAppOptions, role: Role = 'admin'): NewsroomSite {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp(options);
    newsroom = await newsroomApi(app, role);
  }, 60_000);
  afterAll(() => app.close());
  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    text: async (path) => (await app.fetch(path)).text(),
  };
}
