import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';

/** An app whose emails stay in the outbox, where the test can read them. It exists while tests run. */
export interface OutboxSite {
  readonly app: TestApp;
  /** Headers of a request from a network of its own. */
  fromNewNetwork(): { 'x-forwarded-for': string };
}

/** Starts an app before the tests of the enclosing `describe`. Each test has fake timers for the date. */
export function prepareOutboxSite(options: Pick<TestAppOptions, 'databaseKind'>): OutboxSite {
  let app: TestApp;
  let networks = 0;
  beforeAll(async () => {
    // Nothing listens there.
    const env = { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' };
    app = await testApp({ ...options, env });
  });
  afterAll(() => app.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  return {
    get app() {
      return app;
    },
    fromNewNetwork: () => ({ 'x-forwarded-for': `198.51.100.${++networks}` }),
  };
}
